"use client";

import { PlainButton } from "../_ui/actions/button";
import { signOutAndReload } from "../_ui/session";

/** @param props.returnTo path to open next; the sign-in page by default */
export function SignOutButton({ returnTo, size }: { returnTo?: string; size?: "md" }) {
  return (
    <PlainButton {...(size && { size })} onClick={() => signOutAndReload(returnTo)}>
      Sign out
    </PlainButton>
  );
}
