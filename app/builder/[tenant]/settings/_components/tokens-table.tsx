"use client";

import { Button } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { IconKey } from "@tabler/icons-react";
import { useCallback, useState } from "react";
import { PERMISSION_LABELS } from "../../../../_components/labels";
import { type RouterOutputs, trpc } from "../../../../_trpc/client";
import { withProblemMessage } from "../../../../_trpc/problem";
import { ConfirmDialog } from "../../../../_ui/actions/dialog";
import { useClockText } from "../../../../_ui/data/clock";
import { type Column, DataTable } from "../../../../_ui/data/data-table";
import { Dot } from "../../../../_ui/data/status-badge";
import { RelativeTime } from "../../../../_ui/data/time";
import { EmptyState } from "../../../../_ui/feedback/empty-state";
import { ListPager } from "../../../../_ui/list/list-pager";
import { NewTokenButton } from "./new-token";
import classes from "./tokens.module.css";

/** "Expires soon" begins a week before the end, or in the last fifth of a shorter lifetime. */
const WARNING_MS = 7 * 86_400_000;
const WARNING_SHARE = 0.2;

type ListedToken = RouterOutputs["tokens"]["list"]["tokens"][number];

export function TokensTable({ tenant, cursor }: { tenant: string; cursor: string | undefined }) {
  const [page] = trpc.tokens.list.useSuspenseQuery({ tenant, ...(cursor && { cursor }) });
  const { tokens } = page;
  // Kept while the dialog closes, so that its text stays.
  const [revoking, setRevoking] = useState<ListedToken>();
  const [isRevokeOpen, setIsRevokeOpen] = useState(false);
  return (
    <>
      <DataTable
        caption="API tokens, newest first"
        columns={tokenColumns({
          hasOthers: tokens.some((token) => !token.isOwn),
          onRevoke: (token) => {
            setRevoking(token);
            setIsRevokeOpen(true);
          },
        })}
        rows={tokens}
        rowKey={(token) => token.id}
        empty={
          <EmptyState
            icon={<IconKey size={20} stroke={1.6} />}
            title="No tokens yet"
            description="Tokens let scripts, CI and the CLI access this workspace as you."
            action={<NewTokenButton />}
          />
        }
        footer={<ListPager page={page} count={tokens.length} noun="token" />}
      />
      {revoking && (
        <RevokeDialog
          tenant={tenant}
          token={revoking}
          isOpen={isRevokeOpen}
          onClose={() => setIsRevokeOpen(false)}
        />
      )}
    </>
  );
}

type TokenColumnsOptions = {
  /** Owners see the tokens of all members. */
  hasOthers: boolean;
  onRevoke: (token: ListedToken) => void;
};

function tokenColumns({ hasOthers, onRevoke }: TokenColumnsOptions): Column<ListedToken>[] {
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
  return permissions.map((permission) => PERMISSION_LABELS[permission].short).join(", ");
}

type TokenExpiryProps = { token: { createdAt: string; expiresAt: string } };

function TokenExpiry({ token: { createdAt, expiresAt } }: TokenExpiryProps) {
  const end = Date.parse(expiresAt);
  const warnMs = Math.min(WARNING_MS, (end - Date.parse(createdAt)) * WARNING_SHARE);
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

type RevokeDialogProps = { tenant: string; token: ListedToken; isOpen: boolean; onClose: () => void };

function RevokeDialog({ tenant, token, isOpen, onClose }: RevokeDialogProps) {
  const utils = trpc.useUtils();
  const revoke = trpc.tokens.revoke.useMutation();

  async function confirm() {
    await withProblemMessage(revoke.mutateAsync({ tenant, tokenId: token.id }));
    notifications.show({ message: `${token.name} revoked` });
    await utils.tokens.list.invalidate({ tenant });
  }

  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={`Revoke ${token.name}?`}
      effects={[
        `Requests with the token ending in ${token.lastFour} fail within 5 seconds`,
        "This can’t be undone",
      ]}
      isDestructive
      confirmLabel="Revoke token"
      onConfirm={confirm}
    >
      {token.isOwn ? "This is your token." : `Owned by ${token.owner}.`}
    </ConfirmDialog>
  );
}
