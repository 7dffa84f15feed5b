"use client";

/** Signs in by password and goes on to a path of this origin; gives next-auth's code when it did not work. */
export async function signInHere(
  credentials: { email: string; password: string },
  callbackUrl: string,
): Promise<string | undefined> {
  const { signIn } = await import("next-auth/react");
  const result = await signIn("credentials", { ...credentials, callbackUrl, redirect: false });
  if (!result?.ok || result.error) return result?.error ?? "";
  window.location.assign(callbackUrl);
  return undefined;
}
