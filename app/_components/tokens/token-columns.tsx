"use client";

import { Button } from "@mantine/core";
import { useCallback } from "react";
import { useClockText } from "@/app/_ui/data/clock.tsx";
import { type Column, timeColumn } from "@/app/_ui/data/data-table.tsx";
import { RelativeTime } from "@/app/_ui/data/time.tsx";
import { Dot } from "@/app/_ui/data/values.tsx";
import { TOKEN_WARNING_MS } from "@/shared/time.ts";
import type { Permission } from "@/shared/vocabulary.ts";
import { PERMISSION_LABELS } from "../labels/labels.ts";
import classes from "./token-columns.module.css";

/** "Expires soon" begins a week before the end, or in the last fifth of a shorter lifetime. */
const WARNING_SHARE = 0.2;

export type ShownToken = {
  name: string;
  permissions: Permission[];
  lastFour: string;
  createdAt: string;
  expiresAt: string;
  lastUsedAt: string | null;
};

/** Columns of API tokens. `source` comes after the name: the owner or the workspace. */
export function tokenColumns<T extends ShownToken>(
  source: Column<T>[],
  onRevoke: (token: T) => void,
): Column<T>[] {
  return [
    {
      key: "name",
      header: "Token",
      isWide: true,
      fullText: ({ name }) => name,
      cell: ({ name, lastFour }) => (
        <>
          {name} <code className={classes.lastFour}>…{lastFour}</code>
        </>
      ),
    },
    ...source,
    {
      key: "permissions",
      header: "Permissions",
      cell: ({ permissions }) => describePermissions(permissions),
    },
    timeColumn("used", "Last used", ({ lastUsedAt }) => lastUsedAt, "Never"),
    {
      key: "created",
      header: "Created",
      align: "end",
      isMinor: true,
      cell: ({ createdAt }) => <RelativeTime value={createdAt} />,
    },
    { key: "expires", header: "Expires", align: "end", cell: (token) => <TokenExpiry token={token} /> },
    {
      key: "revoke",
      header: <span className="visually-hidden">Actions</span>,
      align: "end",
      cell: (token) => (
        <Button
          variant="default"
          size="xs"
          aria-label={`Revoke ${token.name}`}
          onClick={() => onRevoke(token)}
        >
          Revoke
        </Button>
      ),
    },
  ];
}

function describePermissions(permissions: Permission[]): string {
  if (permissions.length === 0) return "None";
  return permissions.map((permission) => PERMISSION_LABELS[permission].short).join(", ");
}

type TokenExpiryProps = { token: { createdAt: string; expiresAt: string } };

function TokenExpiry({ token: { createdAt, expiresAt } }: TokenExpiryProps) {
  const end = Date.parse(expiresAt);
  const warnMs = Math.min(TOKEN_WARNING_MS, (end - Date.parse(createdAt)) * WARNING_SHARE);
  const toState = useCallback(
    (now: number) => (now >= end ? "Expired" : end - now < warnMs ? "Expires soon" : ""),
    [end, warnMs],
  );
  const state = useClockText(toState);
  return (
    <span className={classes.expiry}>
      {state && <Dot tone={state === "Expired" ? "idle" : "warn"}>{state}</Dot>}
      <RelativeTime value={expiresAt} />
    </span>
  );
}
