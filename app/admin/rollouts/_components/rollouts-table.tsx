"use client";

import { useRouter } from "next/navigation";
import type { ReactNode } from "react";
import { rolloutPath } from "@/app/_paths/admin.ts";
import { DataTable } from "@/app/_ui/data/data-table.tsx";
import { useRowCursor } from "@/app/_ui/keyboard/use-row-cursor.ts";
import type { RolloutView } from "@/server/domains/apps/rollouts/view.ts";
import { rolloutColumns } from "./rollout-columns";

type RolloutsTableProps = { rollouts: RolloutView[]; empty: ReactNode; footer: ReactNode };

export function RolloutsTable({ rollouts, empty, footer }: RolloutsTableProps) {
  const router = useRouter();
  const activeKey = useRowCursor(
    rollouts.map(({ listingId }) => listingId),
    (listingId) => router.push(rolloutPath(listingId)),
  );
  return (
    <DataTable
      caption="Rollouts, newest first"
      columns={rolloutColumns}
      rows={rollouts}
      rowKey={({ listingId }) => listingId}
      rowHref={({ listingId }) => rolloutPath(listingId)}
      {...(activeKey && { activeKey })}
      empty={empty}
      footer={footer}
    />
  );
}
