"use client";

import { notifications } from "@mantine/notifications";
import { useRouter } from "next/navigation";
import { trpc } from "@/app/_trpc/client.tsx";
import { formatCount } from "@/app/_ui/format.ts";
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
export function useUserActions({ id: userId, name, email, activeTokens, isSelf }: UserRecord): UserActions {
  const done = useDone(isSelf);
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
      run: async () => {
        await sendResetLink.mutateAsync({ userId });
        await done(`Reset link sent to ${email}`);
      },
    },
    verifyEmail: {
      title: `Verify ${email}?`,
      text: "Confirm first that the email is theirs. They can then publish and invite people.",
      confirmLabel: "Verify email",
      run: async () => {
        await verifyEmail.mutateAsync({ userId });
        await done("Email verified");
      },
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
      run: async () => {
        await reset.mutateAsync({ userId });
        await done(`Two-factor authentication reset for ${name}`);
      },
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
      run: async (reason) => {
        await disable.mutateAsync({ userId, reason });
        await done(`${name} disabled`);
      },
    },
    enable: {
      title: `Enable ${name}?`,
      text: "They can sign in and their unexpired API tokens work again.",
      confirmLabel: "Enable",
      run: async () => {
        await enable.mutateAsync({ userId });
        await done(`${name} enabled`);
      },
    },
    grant: {
      title: `Make ${name} a Super Admin?`,
      text: "Super Admins can view and change everything.",
      effects: ["They are signed out and must sign in again"],
      confirmLabel: "Make Super Admin",
      run: async () => {
        await grant.mutateAsync({ userId });
        await done(`${name} is now a Super Admin`);
      },
    },
    revoke: {
      title: isSelf ? "Remove your Super Admin role?" : `Remove Super Admin role from ${name}?`,
      text: isSelf ? "Another Super Admin can restore it." : "You can grant it again.",
      effects: ["They lose access to Admin and are signed out"],
      isDestructive: true,
      confirmLabel: "Remove role",
      run: async () => {
        await revoke.mutateAsync({ userId });
        await done(`${name} is no longer a Super Admin`);
      },
    },
    endSessions: {
      title: isSelf ? "End all your sessions?" : `End all sessions for ${name}?`,
      text: "They are signed out everywhere. API tokens are kept.",
      confirmLabel: "End all sessions",
      run: async () => {
        await endSessions.mutateAsync({ userId });
        await done(`All sessions ended for ${name}`);
      },
    },
  };
}

/** Refreshes the page after an action. An action on oneself may have ended the session, so the page is reloaded. */
function useDone(isSelf: boolean) {
  const utils = trpc.useUtils();
  const router = useRouter();
  return async (message: string) => {
    if (isSelf) return window.location.reload();
    notifications.show({ message });
    await utils.adminUsers.invalidate();
    router.refresh();
  };
}
