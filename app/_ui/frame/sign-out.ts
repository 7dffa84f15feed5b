"use client";

/** Ends the session, then loads the sign-in page anew, so that nothing of the session stays in memory. */
export async function signOutHere(): Promise<void> {
  const { signOut } = await import("next-auth/react");
  await signOut({ redirect: false });
  window.location.assign("/sign-in");
}
