"use client";

import { PlainButton } from "@/app/_ui/actions/button.tsx";
import { signOutAndReload } from "./session.ts";

/** @param props.returnTo path to open next; the sign-in page by default */
export function SignOutButton({ returnTo, size }: { returnTo?: string; size?: "md" }) {
  return (
    <PlainButton {...(size && { size })} onClick={() => signOutAndReload(returnTo)}>
      Sign out
    </PlainButton>
  );
}
