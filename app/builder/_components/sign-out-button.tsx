"use client";

import { PlainButton } from "../../_ui/actions/plain-button";
import { signOutHere } from "../../_ui/frame/sign-out";

export function SignOutButton() {
  return <PlainButton onClick={signOutHere}>Sign out</PlainButton>;
}
