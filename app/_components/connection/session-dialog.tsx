"use client";

import { useEffect, useState, useSyncExternalStore } from "react";
import { isConfirmationAsked, subscribeToConfirmation } from "@/app/_trpc/reauthentication.ts";
import { preloadWhenIdle } from "@/app/_ui/actions/dialog.tsx";
import { onDemand } from "@/app/_ui/actions/on-demand.tsx";
import type { SessionDialogProps } from "./expired-session-dialog";
import { useSessionExpired } from "./use-session-expired";

const load = () => import("./session-dialogs").then((module) => module.SessionDialogs);
const Dialogs = onDemand(load);

/** Dialogs about the session: it has expired, or a call needs a recent authentication. Loaded when the page is idle. */
export function SessionDialog(props: SessionDialogProps) {
  const isExpired = useSessionExpired();
  const isAsked = useSyncExternalStore(subscribeToConfirmation, isConfirmationAsked, () => false);
  const [wasOpened, setWasOpened] = useState(false);
  useEffect(() => preloadWhenIdle(load), []);
  if ((isExpired || isAsked) && !wasOpened) setWasOpened(true);
  return wasOpened ? <Dialogs {...props} /> : null;
}
