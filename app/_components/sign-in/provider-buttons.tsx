"use client";

import { IconBrandGithub, IconFingerprint, IconKey } from "@tabler/icons-react";
import { PlainButton } from "@/app/_ui/actions/button.tsx";
import classes from "./sign-in-form.module.css";

/** `id` is the provider's id in next-auth. */
export type SignInProvider = { id: string; name: string };

export function ProviderButtons({
  providers,
  callbackUrl,
  onPasskey,
}: {
  providers: SignInProvider[];
  callbackUrl: string;
  /** Absent where passkeys do not work. */
  onPasskey?: (() => void) | undefined;
}) {
  async function start(id: string) {
    const { signIn } = await import("next-auth/react");
    await signIn(id, { callbackUrl });
  }

  return (
    <>
      <p className={classes.or}>or</p>
      <div className={classes.providers}>
        {onPasskey && (
          <PlainButton size="md" onClick={onPasskey}>
            <IconFingerprint size={18} />
            Sign in with a passkey
          </PlainButton>
        )}
        {providers.map(({ id, name }) => (
          <PlainButton key={id} size="md" onClick={() => start(id)}>
            {id === "github" ? <IconBrandGithub size={18} /> : <IconKey size={18} />}
            Continue with {name}
          </PlainButton>
        ))}
      </div>
    </>
  );
}
