"use client";

import { Button } from "@mantine/core";
import { signOutHere } from "../../_ui/frame/sign-out";

export function SignOutButton() {
  return (
    <Button variant="default" onClick={signOutHere}>
      Sign out
    </Button>
  );
}
