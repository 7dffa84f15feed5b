"use client";

import { Button } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { IconMailForward } from "@tabler/icons-react";
import { useState } from "react";
import { describeRole } from "@/app/_components/labels/labels.ts";
import { type RouterOutputs, trpc } from "@/app/_trpc/client.tsx";
import { notifyOutcome } from "@/app/_trpc/notify.ts";
import { withProblemMessage } from "@/app/_trpc/problem.ts";
import { ConfirmDialog } from "@/app/_ui/actions/dialog.tsx";
import { actionsColumn, type Column, DataTable, timeColumn } from "@/app/_ui/data/data-table.tsx";
import { RelativeTime } from "@/app/_ui/data/time.tsx";
import { Dot, type Tone } from "@/app/_ui/data/values.tsx";
import { EmptyState } from "@/app/_ui/feedback/empty-state.tsx";
import { ListPager } from "@/app/_ui/list/list-pager.tsx";
import { Section } from "@/app/_ui/page/section.tsx";
import classes from "./settings.module.css";

type Invitation = RouterOutputs["members"]["invitations"]["invitations"][number];

const STATES: Record<Invitation["state"], { label: string; tone: Tone }> = {
  OPEN: { label: "Pending", tone: "info" },
  EXPIRED: { label: "Expired", tone: "idle" },
  ACCEPTED: { label: "Accepted", tone: "ok" },
  REVOKED: { label: "Revoked", tone: "idle" },
};

export function Invitations({ tenant, cursor }: { tenant: string; cursor: string | undefined }) {
  const utils = trpc.useUtils();
  const [page] = trpc.members.invitations.useSuspenseQuery({
    tenant,
    ...(cursor && { cursor }),
  });
  const { invitations } = page;
  const revoke = trpc.members.revokeInvitation.useMutation();
  const resend = trpc.members.resendInvitation.useMutation();
  const [revoking, setRevoking] = useState<Invitation>();

  async function confirm() {
    if (!revoking) return;
    try {
      await withProblemMessage(revoke.mutateAsync({ tenant, invitationId: revoking.id }));
      notifications.show({ message: "Invitation revoked" });
    } finally {
      await utils.members.invitations.invalidate({ tenant });
    }
  }

  async function sendAgain({ id, email }: Invitation) {
    await notifyOutcome(
      resend.mutateAsync({ tenant, invitationId: id }),
      () => `Invitation sent to ${email}`,
    );
    await utils.members.invitations.invalidate({ tenant });
  }

  return (
    <div className={classes.invitations}>
      <Section
        title="Invitations"
        description={
          page.isMailAvailable
            ? undefined
            : "This server can’t send email. Share each link with its recipient."
        }
      >
        <DataTable
          caption="Invitations, newest first"
          columns={[...columns, actionColumn(page.isMailAvailable ? sendAgain : undefined, setRevoking)]}
          rows={invitations}
          rowKey={({ id }) => id}
          empty={
            <EmptyState
              icon={<IconMailForward size={20} stroke={1.6} />}
              title="No invitations yet"
              description="Invite people to this workspace by email."
            />
          }
          footer={
            <ListPager page={page} count={invitations.length} noun="invitation" parameter="invitations" />
          }
        />
      </Section>
      <ConfirmDialog
        isOpen={revoking !== undefined}
        onClose={() => setRevoking(undefined)}
        title={revoking?.name ? `Revoke invitation for ${revoking.name}?` : "Revoke invitation?"}
        effects={["Its link stops working immediately"]}
        confirmLabel="Revoke invitation"
        onConfirm={confirm}
      >
        It hasn’t been used yet.
      </ConfirmDialog>
    </div>
  );
}

const columns: Column<Invitation>[] = [
  {
    key: "name",
    header: "Name",
    isWide: true,
    cell: ({ name, email }) => (
      <span className={classes.names}>
        {name ?? <span className={classes.none}>—</span>}
        {email && <span className={classes.email}>{email}</span>}
      </span>
    ),
  },
  { key: "role", header: "Role", cell: ({ role }) => describeRole(role).label },
  {
    key: "state",
    header: "Status",
    cell: ({ state }) => <Dot tone={STATES[state].tone}>{STATES[state].label}</Dot>,
  },
  {
    key: "by",
    header: "Used by",
    cell: ({ acceptedBy }) => acceptedBy ?? <span className={classes.none}>—</span>,
  },
  { key: "from", header: "Invited by", cell: ({ invitedBy }) => invitedBy },
  timeColumn("made", "Created", ({ createdAt }) => createdAt),
  {
    key: "expires",
    header: "Expires",
    align: "end",
    cell: ({ expiresAt, state }) =>
      state === "OPEN" || state === "EXPIRED" ? <RelativeTime value={expiresAt} /> : null,
  },
];

const actionColumn = (
  onResend: ((invitation: Invitation) => Promise<void>) | undefined,
  onRevoke: (invitation: Invitation) => void,
): Column<Invitation> =>
  actionsColumn((invitation) => {
    if (invitation.state !== "OPEN") return null;
    const whose = `the invitation for ${invitation.name ?? describeRole(invitation.role).article}`;
    return (
      <span className={classes.rowActions}>
        {onResend && invitation.email && (
          <Button
            variant="default"
            size="xs"
            aria-label={`Resend ${whose}`}
            onClick={() => void onResend(invitation)}
          >
            Resend
          </Button>
        )}
        <Button
          variant="default"
          size="xs"
          aria-label={`Revoke ${whose}`}
          onClick={() => onRevoke(invitation)}
        >
          Revoke
        </Button>
      </span>
    );
  });
