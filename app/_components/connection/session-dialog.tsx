"use client";

import dynamic from "next/dynamic";
import { useEffect, useSyncExternalStore } from "react";
import { trpc } from "../../_trpc/client";
import { isSessionExpired, setSessionExpired, subscribeToSessionExpiry } from "../../_trpc/session-expiry";
import { Dialog } from "../../_ui/actions/dialog";

type SessionDialogProps = { userId: string; email: string };

const SignInAgain = dynamic(() => import("./sign-in-again").then((module) => module.SignInAgain), {
  ssr: false,
});

/**
 * Dialog of an expired session. It signs in over the page, which keeps what was typed; nothing is sent again. A session
 * from another tab closes it as well.
 */
export function SessionDialog({ userId, email }: SessionDialogProps) {
  const isExpired = useSyncExternalStore(subscribeToSessionExpiry, isSessionExpired, isServerExpired);
  const utils = trpc.useUtils();

  useEffect(() => {
    if (!isExpired) return;
    const resume = () => {
      if (document.visibilityState !== "visible") return;
      void utils.client.inbox.muted.query().then(
        () => setSessionExpired(false),
        () => undefined,
      );
    };
    document.addEventListener("visibilitychange", resume);
    return () => document.removeEventListener("visibilitychange", resume);
  }, [isExpired, utils]);

  return (
    <Dialog
      isOpen={isExpired}
      onClose={() => setSessionExpired(false)}
      title="Your session has expired"
      size={420}
    >
      <SignInAgain
        userId={userId}
        email={email}
        onSignedIn={() => {
          setSessionExpired(false);
          void utils.invalidate();
        }}
      />
    </Dialog>
  );
}

/** On the server a page without a session redirects to sign-in. */
const isServerExpired = () => false;
