"use client";

import { notifications } from "@mantine/notifications";
import { useRouter } from "next/navigation";
import { trpc } from "@/app/_trpc/client.tsx";
import { formatCount, formatExact } from "@/app/_ui/format.ts";
import type { AdminAction } from "@/app/admin/_components/action-dialog.tsx";
import type { UserRecord } from "./user-panel";

type UserActions = Record<
  | "disable"
  | "enable"
  | "grant"
  | "revoke"
  | "endSessions"
  | "sendResetLink"
  | "verifyEmail"
  | "resetSecondFactor",
  AdminAction
>;

/** Actions on a user, with the texts of their confirmation dialogs. */
export function useUserActions(user: UserRecord): UserActions {
  const { id: userId, name, email, activeTokens, isSelf } = user;
  const act = useAct(isSelf);
  const disable = trpc.adminUsers.disable.useMutation();
  const enable = trpc.adminUsers.enable.useMutation();
  const grant = trpc.adminUsers.grantSuperAdmin.useMutation();
  const revoke = trpc.adminUsers.revokeSuperAdmin.useMutation();
  const endSessions = trpc.adminUsers.endSessions.useMutation();
  const sendResetLink = trpc.adminUsers.sendResetLink.useMutation();
  const verifyEmail = trpc.adminUsers.verifyEmail.useMutation();
  const reset = trpc.adminSecondFactors.reset.useMutation();
  return {
    sendResetLink: {
      title: `Send a reset link to ${name}?`,
      text: `${email} gets a link to choose a new password. It works once and expires in 30 minutes.`,
      confirmLabel: "Send reset link",
      run: () => act(sendResetLink.mutateAsync({ userId }), `Reset link sent to ${email}`),
    },
    verifyEmail: {
      title: `Verify ${email}?`,
      text: `The account was created ${formatExact(user.createdAt)}, maybe not by the owner of the email. Confirm first who owns it. Name and workspaces are kept; review the workspaces’ members.`,
      effects: [
        formatCount(user.sessions, "session ends", "sessions end"),
        formatCount(activeTokens, "API token is revoked", "API tokens are revoked"),
        `${formatCount(user.passkeys, "passkey", "passkeys")} and ${user.hasTotp ? "the" : "no"} authenticator app are removed`,
        "Password, sign-in providers, open links and invitations are removed",
        "The owner gets a link to choose a password, if the server can send email",
      ],
      isDestructive: true,
      confirmLabel: "Verify email",
      run: () =>
        act(verifyEmail.mutateAsync({ userId }), ({ linkWaitsUntil }) =>
          linkWaitsUntil === null
            ? "Email verified"
            : `Email verified, without a link: the limit of emails to ${email} is reached. Send a reset link after ${formatExact(linkWaitsUntil)}.`,
        ),
    },
    resetSecondFactor: {
      title: `Reset two-factor authentication for ${name}?`,
      text: "For users who lost access. Confirm their identity first: their password alone signs them in until they set it up again.",
      effects: [
        "Authenticator app, passkeys and recovery codes are removed",
        "They are signed out and notified by email",
      ],
      isDestructive: true,
      confirmLabel: "Reset",
      run: () => act(reset.mutateAsync({ userId }), `Two-factor authentication reset for ${name}`),
    },
    disable: {
      title: `Disable ${name}?`,
      text: "Their memberships and work are kept. You can enable them at any time.",
      effects: [
        "Sessions end immediately and sign-in is blocked",
        `${formatCount(activeTokens, "API token stops", "API tokens stop")} working within 5 seconds`,
        "Endpoints receive security.user_disabled",
      ],
      isDestructive: true,
      reasonLabel: "Reason",
      confirmLabel: "Disable",
      run: (reason) => act(disable.mutateAsync({ userId, reason }), `${name} disabled`),
    },
    enable: {
      title: `Enable ${name}?`,
      text: "They can sign in and their unexpired API tokens work again.",
      confirmLabel: "Enable",
      run: () => act(enable.mutateAsync({ userId }), `${name} enabled`),
    },
    grant: {
      title: `Make ${name} a Super Admin?`,
      text: "Super Admins can view and change everything.",
      effects: ["They are signed out and must sign in again"],
      confirmLabel: "Make Super Admin",
      run: () => act(grant.mutateAsync({ userId }), `${name} is now a Super Admin`),
    },
    revoke: {
      title: isSelf ? "Remove your Super Admin role?" : `Remove Super Admin role from ${name}?`,
      text: isSelf ? "Another Super Admin can restore it." : "You can grant it again.",
      effects: ["They lose access to Admin and are signed out"],
      isDestructive: true,
      confirmLabel: "Remove role",
      run: () => act(revoke.mutateAsync({ userId }), `${name} is no longer a Super Admin`),
    },
    endSessions: {
      title: isSelf ? "End all your sessions?" : `End all sessions for ${name}?`,
      text: "They are signed out everywhere. API tokens are kept.",
      confirmLabel: "End all sessions",
      run: () => act(endSessions.mutateAsync({ userId }), `All sessions ended for ${name}`),
    },
  };
}

/** Awaits an action and refreshes the page. An action on oneself may have ended the session, so the page is reloaded. */
function useAct(isSelf: boolean) {
  const utils = trpc.useUtils();
  const router = useRouter();
  return async <Result>(action: Promise<Result>, message: string | ((result: Result) => string)) => {
    const result = await action;
    if (isSelf) return window.location.reload();
    notifications.show({ message: typeof message === "string" ? message : message(result) });
    await utils.adminUsers.invalidate();
    router.refresh();
  };
}
