"use client";

import { IconBrandGithub, IconKey } from "@tabler/icons-react";
import { PlainButton } from "../../_ui/actions/button";
import classes from "./sign-in-form.module.css";

/** `id` is the provider's id in next-auth. */
export type SignInProvider = { id: string; name: string };

export function ProviderButtons({
  providers,
  callbackUrl,
}: {
  providers: SignInProvider[];
  callbackUrl: string;
}) {
  async function start(id: string) {
    const { signIn } = await import("next-auth/react");
    await signIn(id, { callbackUrl });
  }

  return (
    <>
      <p className={classes.or}>or</p>
      <div className={classes.providers}>
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
