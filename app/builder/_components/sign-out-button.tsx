"use client";

import { PlainButton } from "../../_ui/actions/button";
import { signOutAndReload } from "../../_ui/session";

export function SignOutButton() {
  return <PlainButton onClick={signOutAndReload}>Sign out</PlainButton>;
}
