"use client";

import { Button } from "@mantine/core";
import { userPath } from "@/app/_paths/admin.ts";
import { type RouterOutputs, trpc } from "@/app/_trpc/client.tsx";
import { RelativeTime } from "@/app/_ui/data/time.tsx";
import { ActionDialog, useActionDialog } from "@/app/admin/_components/action-dialog.tsx";
import classes from "@/app/admin/_components/detail.module.css";
import { NameWarningsNote } from "@/app/admin/_components/name-warnings.tsx";
import { useUserActions } from "./use-user-actions";

export type UserRecord = RouterOutputs["adminUsers"]["get"];

/** Access of a user, with the actions that change it. */
export function UserPanel({ userId }: { userId: string }) {
  const [user] = trpc.adminUsers.get.useSuspenseQuery({ userId });
  const { action, isOpen, ask, close } = useActionDialog();
  const actions = useUserActions(user);
  const isDisabled = user.disabledAt !== null;
  return (
    <section className={classes.panel} aria-label="Access">
      <p className={classes.sentence}>
        {user.disabledAt ? (
          <>
            Disabled <RelativeTime value={user.disabledAt} />. Sessions and API tokens are blocked.
          </>
        ) : user.isSuperAdmin ? (
          "Active Super Admin"
        ) : (
          "Active"
        )}
      </p>
      <NameWarningsNote warnings={user} pathOf={userPath} />
      {user.disabledReason && <p className={classes.why}>{user.disabledReason}</p>}
      <div className={classes.buttons}>
        {!isDisabled && (
          <Button variant="default" onClick={() => ask(actions.endSessions)}>
            End all sessions
          </Button>
        )}
        {!isDisabled && user.claimedEmail === null && (
          <Button variant="default" onClick={() => ask(actions.sendResetLink)}>
            Send reset link
          </Button>
        )}
        {!isDisabled && !user.isSelf && user.claimedEmail === null && user.emailVerifiedAt === null && (
          <Button variant="default" onClick={() => ask(actions.verifyEmail)}>
            Verify email
          </Button>
        )}
        {user.hasSecondFactor && !user.isSelf && (
          <Button variant="default" onClick={() => ask(actions.resetSecondFactor)}>
            Reset two-factor authentication
          </Button>
        )}
        {!isDisabled && !user.isSuperAdmin && (
          <Button
            variant="default"
            disabled={user.emailVerifiedAt === null}
            title={user.emailVerifiedAt === null ? "The email must be verified first" : undefined}
            onClick={() => ask(actions.grant)}
          >
            Make Super Admin
          </Button>
        )}
        {user.isSuperAdmin && (
          <Button
            variant="default"
            disabled={user.isLastSuperAdmin}
            title={user.isLastSuperAdmin ? "At least one Super Admin is required" : undefined}
            onClick={() => ask(actions.revoke)}
          >
            Remove Super Admin role
          </Button>
        )}
        {user.isDeleted ? null : isDisabled ? (
          <Button onClick={() => ask(actions.enable)}>Enable</Button>
        ) : (
          <Button
            variant="default"
            disabled={user.isSelf}
            title={user.isSelf ? "You can’t disable yourself" : undefined}
            onClick={() => ask(actions.disable)}
          >
            Disable
          </Button>
        )}
      </div>
      {user.isSelf && <p className={classes.sentence}>This is you.</p>}
      {action && <ActionDialog action={action} isOpen={isOpen} onClose={close} />}
    </section>
  );
}
