"use client";

import { useCallback, useEffect } from "react";
import { readSessionUserId } from "@/app/_components/sign-in/session.ts";
import { trpc } from "@/app/_trpc/client.tsx";
import { SERVER_UNREACHABLE } from "@/app/_trpc/problem.ts";
import { setSessionExpired } from "@/app/_trpc/query-client.ts";
import { Dialog } from "@/app/_ui/actions/dialog.tsx";
import { onDemand } from "@/app/_ui/actions/on-demand.tsx";
import { useSessionExpired } from "./use-session-expired";

export type SessionDialogProps = { userId: string; email: string };

const SignInAgain = onDemand(() => import("./sign-in-again").then((module) => module.SignInAgain));

/**
 * Dialog for an expired session. The user signs in over the page, which keeps unsaved input; no request is repeated.
 * Signing in in another tab closes it too.
 */
export function ExpiredSessionDialog({ userId, email }: SessionDialogProps) {
  const isExpired = useSessionExpired();
  const utils = trpc.useUtils();

  /** The page shows data of one user: it is reloaded for another one. */
  const resume = useCallback(async () => {
    const current = await readSessionUserId();
    if (current === undefined) throw new Error(SERVER_UNREACHABLE);
    if (current !== userId) return window.location.reload();
    setSessionExpired(false);
    await utils.invalidate();
  }, [userId, utils]);

  useEffect(() => {
    if (!isExpired) return;
    const resumeIfSignedIn = () => {
      if (document.visibilityState !== "visible") return;
      // Any call will do. next-auth alone returns a session that the server has ended.
      void utils.client.notifications.unread
        .query()
        .then(resume)
        .catch(() => undefined);
    };
    document.addEventListener("visibilitychange", resumeIfSignedIn);
    return () => document.removeEventListener("visibilitychange", resumeIfSignedIn);
  }, [isExpired, resume, utils]);

  return (
    <Dialog
      isOpen={isExpired}
      onClose={() => setSessionExpired(false)}
      title="Your session has expired"
      size={420}
    >
      <SignInAgain email={email} onSignedIn={resume} />
    </Dialog>
  );
}
