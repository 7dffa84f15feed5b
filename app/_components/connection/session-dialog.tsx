"use client";

import dynamic from "next/dynamic";
import { useState, useSyncExternalStore } from "react";
import { isConfirmationAsked, subscribeToConfirmation } from "../../_trpc/reauthentication";
import type { SessionDialogProps } from "./expired-session-dialog";
import { useSessionExpired } from "./use-session-expired";

const Dialogs = dynamic(() => import("./session-dialogs").then((module) => module.SessionDialogs), {
  ssr: false,
});

/** Dialogs about the session: it has expired, or a call needs a recent authentication. Loaded with the first of them. */
export function SessionDialog(props: SessionDialogProps) {
  const isExpired = useSessionExpired();
  const isAsked = useSyncExternalStore(subscribeToConfirmation, isConfirmationAsked, () => false);
  const [wasOpened, setWasOpened] = useState(false);
  if ((isExpired || isAsked) && !wasOpened) setWasOpened(true);
  return wasOpened ? <Dialogs {...props} /> : null;
}
