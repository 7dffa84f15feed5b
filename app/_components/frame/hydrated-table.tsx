import { type ReactNode, Suspense } from "react";
import { HydrateClient } from "@/app/_trpc/server.tsx";
import { TableSkeleton } from "@/app/_ui/feedback/skeletons.tsx";

type HydratedTableProps = { columns: number; rows: number; children: ReactNode };

/** Table with data that the page prefetched; a skeleton of its size stands in until it is there. */
export function HydratedTable({ columns, rows, children }: HydratedTableProps) {
  return (
    <HydrateClient>
      <Suspense fallback={<TableSkeleton columns={columns} rows={rows} />}>{children}</Suspense>
    </HydrateClient>
  );
}
