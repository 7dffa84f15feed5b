"use client";

import type { ReactNode } from "react";
import { describeListingType } from "@/app/_components/labels/listing-type.tsx";
import { installationPath } from "@/app/_paths/builder.ts";
import { type RouterOutputs, trpc } from "@/app/_trpc/client.tsx";
import { CursorTable } from "@/app/_ui/data/cursor-table.tsx";
import { type Column, timeColumn } from "@/app/_ui/data/data-table.tsx";
import { Absent, ClippedText, Dot } from "@/app/_ui/data/values.tsx";
import { LISTING_TYPE_OF_SEGMENT } from "@/shared/vocabulary.ts";
import classes from "./installations-table.module.css";
import { describeState, describeUpdates, ItemIcon } from "./item-labels.tsx";

type Installed = RouterOutputs["installations"]["list"][number];

type InstallationsTableProps = { tenant: string; appId: string | null; caption: string; empty: ReactNode };

export function InstallationsTable({ tenant, appId, caption, empty }: InstallationsTableProps) {
  const [installed] = trpc.installations.list.useSuspenseQuery({ tenant, appId });
  return (
    <CursorTable
      caption={caption}
      columns={COLUMNS}
      rows={installed}
      rowKey={({ type, slug }) => `${type}/${slug}`}
      rowHref={({ type, slug }) =>
        installationPath(tenant, { appId, type: LISTING_TYPE_OF_SEGMENT[type], slug })
      }
      empty={empty}
    />
  );
}

const COLUMNS: Column<Installed>[] = [
  {
    key: "item",
    header: "Item",
    isWide: true,
    fullText: ({ name }) => name,
    cell: ({ type, name, icon }) => (
      <span className={classes.item}>
        <ItemIcon type={LISTING_TYPE_OF_SEGMENT[type]} icon={icon} />
        <span className={classes.name}>{name}</span>
        <span className={classes.type}>{describeListingType(LISTING_TYPE_OF_SEGMENT[type])}</span>
      </span>
    ),
  },
  { key: "version", header: "Version", cell: ({ version }) => <ClippedText text={version} width="8rem" /> },
  {
    key: "permissions",
    header: "Permissions",
    isMinor: true,
    cell: ({ acceptedPermissions }) =>
      acceptedPermissions.length > 0 ? (
        <ClippedText text={acceptedPermissions.join(", ")} width="14rem" />
      ) : (
        <Absent />
      ),
  },
  { key: "updates", header: "Updates", isMinor: true, cell: ({ updates }) => describeUpdates(updates) },
  {
    key: "state",
    header: "Status",
    cell: (row) => {
      const { tone, label } = describeState(row);
      return <Dot tone={tone}>{label}</Dot>;
    },
  },
  timeColumn("updated", "Changed", ({ updatedAt }) => updatedAt),
];
