"use client";

import type { ReactNode } from "react";
import { decidedColumn, stateColumn, submittedColumn } from "@/app/_components/labels/listing-columns.tsx";
import { listingPath } from "@/app/_paths/builder.ts";
import { type RouterOutputs, trpc } from "@/app/_trpc/client.tsx";
import { type Column, DataTable } from "@/app/_ui/data/data-table.tsx";
import { Absent, ClippedText } from "@/app/_ui/data/values.tsx";
import type { ListingType } from "@/shared/vocabulary.ts";
import classes from "./entities.module.css";

type Version = RouterOutputs["listings"]["versions"][number];

type VersionsTableProps = { tenant: string; type: ListingType; entityId: string; empty: ReactNode };

const DECISION_POLL_INTERVAL_MS = 20_000;

/** Submitted versions of a plugin or theme, highest first. Decisions are polled: there is no stream of them. */
export function VersionsTable({ tenant, type, entityId, empty }: VersionsTableProps) {
  const [versions] = trpc.listings.versions.useSuspenseQuery(
    { tenant, type, entityId },
    {
      refetchInterval: ({ state }) =>
        (state.data?.some(({ status }) => status === "PENDING_APPROVAL") ?? false) &&
        DECISION_POLL_INTERVAL_MS,
    },
  );
  return (
    <DataTable
      caption="Versions, highest first"
      columns={columns}
      rows={versions}
      rowKey={(version) => version.id}
      rowHref={(version) => listingPath(tenant, version.id)}
      empty={empty}
    />
  );
}

const columns: Column<Version>[] = [
  { key: "version", header: "Version", cell: ({ version }) => <ClippedText text={version} /> },
  stateColumn,
  {
    key: "word",
    header: "Comment",
    isWide: true,
    cell: ({ decision }) =>
      decision?.comment ? (
        <span className={classes.comment} title={decision.comment}>
          {decision.comment}
        </span>
      ) : (
        <Absent why="nothing" />
      ),
  },
  submittedColumn,
  decidedColumn,
];
