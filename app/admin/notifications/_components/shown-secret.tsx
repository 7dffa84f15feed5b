"use client";

import { Button } from "@mantine/core";
import formClasses from "../../../_components/forms/form.module.css";
import { CopyableCode } from "../../../_ui/actions/copyable-code";
import classes from "./notifications.module.css";

/** What the receiver needs to verify requests: a secret, or the public half of a pair of keys. */
export function ShownSecret({ secret, onDone }: { secret: string; onDone: () => void }) {
  const isPublic = secret.startsWith("whpk_");
  return (
    <div className={formClasses.form}>
      <p className={classes.once} role="status">
        {isPublic
          ? "This is the only time the public key is shown. Give it to the receiver."
          : "This is the only time the secret is shown. Give it to the receiver and keep it nowhere else."}
      </p>
      <CopyableCode code={secret} label={isPublic ? "Public key" : "Secret"} />
      <p>
        The{" "}
        <a href="/docs/callbacks#verify" className={classes.link}>
          callbacks guide
        </a>{" "}
        shows how a receiver verifies with it.
      </p>
      <div className={formClasses.buttons}>
        <Button onClick={onDone}>I have copied it</Button>
      </div>
    </div>
  );
}
