"use client";

import { useRouter } from "next/navigation";
import type { ReactNode } from "react";
import type { RolloutView } from "@/server/domains/apps/rollouts/view.ts";
import { DataTable } from "../../../_ui/data/data-table";
import { useRowCursor } from "../../../_ui/keyboard/use-row-cursor";
import { rolloutPath } from "../../_components/paths";
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
