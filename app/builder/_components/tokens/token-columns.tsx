import { Button } from "@mantine/core";
import type { RouterOutputs } from "../../../_trpc/client";
import type { Column } from "../../../_ui/data/data-table";
import { RelativeTime } from "../../../_ui/data/time";
import { PERMISSION_WORDS } from "../words";
import { TokenExpiry } from "./token-expiry";
import classes from "./tokens.module.css";

export type ListedToken = RouterOutputs["tokens"]["list"][number];

type TokenColumnsOptions = {
  /** Whether tokens of other people are among them, as owners see them. */
  hasOthers: boolean;
  onRevoke: (token: ListedToken) => void;
};

export function tokenColumns({ hasOthers, onRevoke }: TokenColumnsOptions): Column<ListedToken>[] {
  return [
    {
      key: "name",
      header: "Token",
      isWide: true,
      cell: ({ name, lastFour }) => (
        <>
          {name} <code className={classes.lastFour}>…{lastFour}</code>
        </>
      ),
    },
    ...(hasOthers ? [ownerColumn] : []),
    {
      key: "permissions",
      header: "Permissions",
      cell: ({ permissions }) => describePermissions(permissions),
    },
    {
      key: "used",
      header: "Last used",
      align: "end",
      cell: ({ lastUsedAt }) => (lastUsedAt ? <RelativeTime value={lastUsedAt} /> : "Never"),
    },
    {
      key: "created",
      header: "Created",
      align: "end",
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

const ownerColumn: Column<ListedToken> = {
  key: "owner",
  header: "Owner",
  cell: ({ owner, isOwn }) => (isOwn ? "You" : owner),
};

function describePermissions(permissions: ListedToken["permissions"]): string {
  if (permissions.length === 0) return "None";
  return permissions.map((permission) => PERMISSION_WORDS[permission].short).join(", ");
}
