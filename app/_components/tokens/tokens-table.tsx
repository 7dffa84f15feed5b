"use client";

import { notifications } from "@mantine/notifications";
import { IconKey } from "@tabler/icons-react";
import { type ComponentProps, type ReactNode, useState } from "react";
import { withProblemMessage } from "@/app/_trpc/problem.ts";
import { ConfirmDialog } from "@/app/_ui/actions/dialog.tsx";
import { type Column, DataTable } from "@/app/_ui/data/data-table.tsx";
import { EmptyState } from "@/app/_ui/feedback/empty-state.tsx";
import { ListPager } from "@/app/_ui/list/list-pager.tsx";
import { type ShownToken, tokenColumns } from "./token-columns.tsx";

type Token = ShownToken & { id: string };

type TokensTableProps<T extends Token> = {
  page: ComponentProps<typeof ListPager>["page"] & { tokens: T[] };
  /** After the name: the owner or the workspace. */
  source: Column<T>[];
  /** Without tokens: what they are for, and how one comes by them. */
  hint: string;
  action: ReactNode;
  revoke: (token: T) => Promise<void>;
  /** Whose token it is, or for what. */
  whose: (token: T) => string;
};

/** API tokens, with a dialog that revokes one. */
export function TokensTable<T extends Token>(props: TokensTableProps<T>) {
  const { page, source, hint, action, revoke, whose } = props;
  // Kept while the dialog closes, so that its text stays.
  const [revoking, setRevoking] = useState<T>();
  const [isOpen, setIsOpen] = useState(false);

  async function confirm(token: T) {
    await withProblemMessage(revoke(token));
    notifications.show({ message: `${token.name} revoked` });
  }

  return (
    <>
      <DataTable
        caption="API tokens, newest first"
        columns={tokenColumns(source, (token) => {
          setRevoking(token);
          setIsOpen(true);
        })}
        rows={page.tokens}
        rowKey={({ id }) => id}
        empty={
          <EmptyState
            icon={<IconKey size={20} stroke={1.6} />}
            title="No tokens yet"
            description={hint}
            action={action}
          />
        }
        footer={<ListPager page={page} count={page.tokens.length} noun="token" />}
      />
      {revoking && (
        <ConfirmDialog
          isOpen={isOpen}
          onClose={() => setIsOpen(false)}
          title={`Revoke ${revoking.name}?`}
          effects={[
            `Requests with the token ending in ${revoking.lastFour} fail within 5 seconds`,
            "This can’t be undone",
          ]}
          isDestructive
          confirmLabel="Revoke token"
          onConfirm={() => confirm(revoking)}
        >
          {whose(revoking)}
        </ConfirmDialog>
      )}
    </>
  );
}
