"use client";

import { Button } from "@mantine/core";
import { CopyableCode } from "../../../_ui/actions/copyable-code";
import formClasses from "../../../builder/_components/form.module.css";
import classes from "./notifications.module.css";

/** Secret, or public key, with which a receiver verifies requests; shown once. */
export function SecretDisplay({ secret, onDone }: { secret: string; onDone: () => void }) {
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
