"use client";

import { Button } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { IconMailForward } from "@tabler/icons-react";
import { useState } from "react";
import { type RouterOutputs, trpc } from "../../../_trpc/client";
import { readProblem } from "../../../_trpc/problem";
import { ConfirmDialog } from "../../../_ui/actions/dialog";
import { type Column, DataTable } from "../../../_ui/data/data-table";
import { Dot, type Tone } from "../../../_ui/data/status-badge";
import { RelativeTime } from "../../../_ui/data/time";
import { EmptyState } from "../../../_ui/feedback/empty-state";
import { Section } from "../../../_ui/page/section";
import { describeRole } from "../words";
import { InviteButton } from "./invite";
import classes from "./settings.module.css";

type Invitation = RouterOutputs["membership"]["invitations"][number];

const STATES: Record<Invitation["state"], { word: string; tone: Tone }> = {
  OPEN: { word: "Open", tone: "info" },
  EXPIRED: { word: "Expired", tone: "idle" },
  ACCEPTED: { word: "Accepted", tone: "ok" },
  REVOKED: { word: "Revoked", tone: "idle" },
};

export function Invitations({ tenant }: { tenant: string }) {
  const utils = trpc.useUtils();
  const [invitations] = trpc.membership.invitations.useSuspenseQuery({ tenant });
  const revoke = trpc.membership.revokeInvitation.useMutation();
  const [revoking, setRevoking] = useState<Invitation>();

  async function confirm() {
    try {
      if (revoking) await revoke.mutateAsync({ tenant, invitationId: revoking.id });
    } catch (error) {
      throw new Error(readProblem(error).message);
    } finally {
      await utils.membership.invitations.invalidate({ tenant });
    }
    notifications.show({ message: "The invitation is taken back." });
  }

  return (
    <div className={classes.invitations}>
      <Section
        title="Invitations"
        description="Each link lets one person in. No mail is sent: you pass it on."
      >
        <DataTable
          caption="Invitations, the newest first"
          columns={[...columns, actionColumn(setRevoking)]}
          rows={invitations}
          rowKey={({ id }) => id}
          empty={
            <EmptyState
              icon={<IconMailForward size={20} stroke={1.6} />}
              title="No invitations yet"
              description="An invitation is a link that you send to a person. Whoever opens it joins with the role you chose, with the account they have or a new one."
              action={<InviteButton />}
            />
          }
        />
      </Section>
      <ConfirmDialog
        isOpen={revoking !== undefined}
        onClose={() => setRevoking(undefined)}
        title="Take this invitation back?"
        effects={["Its link stops working at once"]}
        confirmLabel="Revoke invitation"
        onConfirm={confirm}
      >
        Nobody has used it yet.
      </ConfirmDialog>
    </div>
  );
}

const columns: Column<Invitation>[] = [
  { key: "role", header: "Role", isWide: true, cell: ({ role }) => describeRole(role).label },
  {
    key: "state",
    header: "State",
    cell: ({ state }) => <Dot tone={STATES[state].tone}>{STATES[state].word}</Dot>,
  },
  {
    key: "by",
    header: "Used by",
    cell: ({ acceptedBy }) => acceptedBy ?? <span className={classes.none}>nobody</span>,
  },
  { key: "from", header: "Invited by", cell: ({ invitedBy }) => invitedBy },
  { key: "made", header: "Made", align: "end", cell: ({ createdAt }) => <RelativeTime value={createdAt} /> },
  {
    key: "expires",
    header: "Expires",
    align: "end",
    cell: ({ expiresAt, state }) =>
      state === "OPEN" || state === "EXPIRED" ? <RelativeTime value={expiresAt} /> : null,
  },
];

const actionColumn = (onRevoke: (invitation: Invitation) => void): Column<Invitation> => ({
  key: "revoke",
  header: <span className="visually-hidden">Actions</span>,
  align: "end",
  cell: (invitation) =>
    invitation.state === "OPEN" && (
      <Button
        variant="default"
        size="xs"
        aria-label={`Revoke the invitation for ${describeRole(invitation.role).article}`}
        onClick={() => onRevoke(invitation)}
      >
        Revoke
      </Button>
    ),
});
