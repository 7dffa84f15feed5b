"use client";

import type { ReactNode } from "react";
import { rolloutPath } from "@/app/_paths/admin.ts";
import { CursorTable } from "@/app/_ui/data/cursor-table.tsx";
import type { RolloutView } from "@/server/domains/apps/rollouts/view.ts";
import { rolloutColumns } from "./rollout-columns";

type RolloutsTableProps = { rollouts: RolloutView[]; empty: ReactNode; footer: ReactNode };

export function RolloutsTable({ rollouts, empty, footer }: RolloutsTableProps) {
  return (
    <CursorTable
      caption="Rollouts, newest first"
      columns={rolloutColumns}
      rows={rollouts}
      rowKey={({ listingId }) => listingId}
      rowHref={({ listingId }) => rolloutPath(listingId)}
      empty={empty}
      footer={footer}
    />
  );
}
