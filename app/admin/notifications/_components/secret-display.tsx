"use client";

import { Button } from "@mantine/core";
import formClasses from "@/app/_components/forms/form.module.css";
import { DOCS } from "@/app/_paths/docs.ts";
import { CopyableCode } from "@/app/_ui/actions/copyable-code.tsx";
import { Callout } from "@/app/_ui/feedback/callout.tsx";
import classes from "./notifications.module.css";

/** Secret, or public key, with which a receiver verifies requests; shown once. */
export function SecretDisplay({ secret, onDone }: { secret: string; onDone: () => void }) {
  const isPublic = secret.startsWith("whpk_");
  return (
    <div className={formClasses.form}>
      <Callout role="status" isInset>
        <p>
          {isPublic
            ? "This key is shown once. Give it to the receiver."
            : "This secret is shown once. Give it to the receiver."}
        </p>
      </Callout>
      <CopyableCode code={secret} label={isPublic ? "Public key" : "Secret"} />
      <p>
        To verify requests, see the{" "}
        <a href={`${DOCS.callbacks.path}#verify`} className={classes.link}>
          callbacks guide
        </a>
        .
      </p>
      <div className={formClasses.buttons}>
        <Button onClick={onDone}>Done</Button>
      </div>
    </div>
  );
}
