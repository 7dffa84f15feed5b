"use client";

import { notifications } from "@mantine/notifications";
import { useRouter } from "next/navigation";
import { trpc } from "../../../_trpc/client";
import { formatCount } from "../../../_ui/format";
import type { AdminAction } from "../../_components/action-dialog";
import type { UserRecord } from "./user-panel";

type UserActions = Record<"disable" | "enable" | "grant" | "revoke" | "endSessions", AdminAction>;

/** Actions on a user, with the texts of their confirmation dialogs. */
export function useUserActions({ id: userId, name, email, activeTokens, isSelf }: UserRecord): UserActions {
  const done = useDone(isSelf);
  const disable = trpc.adminUsers.disable.useMutation();
  const enable = trpc.adminUsers.enable.useMutation();
  const grant = trpc.adminUsers.grantSuperAdmin.useMutation();
  const revoke = trpc.adminUsers.revokeSuperAdmin.useMutation();
  const endSessions = trpc.adminUsers.endSessions.useMutation();
  return {
    disable: {
      title: `Disable ${name}?`,
      text: "Their memberships and all they made stay. They can be enabled again at any time.",
      effects: [
        "Every session ends with its next request, and they cannot sign in",
        `${formatCount(activeTokens, "API token")} refused within 5 seconds`,
        "Channels that want it are told by the event security.user_disabled",
      ],
      phrase: email,
      reasonLabel: "Why they are disabled",
      confirmLabel: "Disable",
      run: async (reason) => {
        await disable.mutateAsync({ userId, reason });
        await done(`${name} is disabled.`);
      },
    },
    enable: {
      title: `Enable ${name}?`,
      text: "They can sign in again, and API tokens of theirs that have not ended work again.",
      confirmLabel: "Enable",
      run: async () => {
        await enable.mutateAsync({ userId });
        await done(`${name} is enabled.`);
      },
    },
    grant: {
      title: `Make ${name} a Super Admin?`,
      text: "A Super Admin moderates, sees and changes everything on the platform.",
      effects: ["They are signed out, and are a Super Admin when they sign in again"],
      phrase: email,
      confirmLabel: "Make Super Admin",
      run: async () => {
        await grant.mutateAsync({ userId });
        await done(`${name} is a Super Admin.`);
      },
    },
    revoke: {
      title: isSelf ? "Give up the role of Super Admin?" : `Take the role of Super Admin from ${name}?`,
      text: isSelf ? "Another Super Admin can give it back to you." : "It can be given again.",
      effects: ["They lose sight of this dashboard and are signed out"],
      phrase: email,
      confirmLabel: "Take the role",
      run: async () => {
        await revoke.mutateAsync({ userId });
        await done(`${name} is no Super Admin any more.`);
      },
    },
    endSessions: {
      title: isSelf ? "End all your sessions?" : `End all sessions of ${name}?`,
      text: "They are signed out everywhere with their next request, and can sign in again. API tokens stay.",
      confirmLabel: "End all sessions",
      run: async () => {
        await endSessions.mutateAsync({ userId });
        await done(`All sessions of ${name} have ended.`);
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
