"use client";

import { Button } from "@mantine/core";
import formClasses from "@/app/_components/forms/form.module.css";
import { CopyButton } from "@/app/_ui/actions/copy-button.tsx";
import { Callout } from "@/app/_ui/feedback/callout.tsx";
import classes from "./second-factors.module.css";

const FILE_NAME = "drydock-recovery-codes.txt";

/** New recovery codes, shown once, with copy and download. */
export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const text = `${codes.join("\n")}\n`;
  return (
    <div className={formClasses.form}>
      <Callout role="status" isInset>
        <p>
          Save these codes in a password manager. They are shown once. Each signs you in once if you lose your
          other factors.
        </p>
      </Callout>
      <ul className={classes.codes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={formClasses.buttons}>
        <CopyButton text={text} label="Copy recovery codes" />
        <Button
          variant="default"
          component="a"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download={FILE_NAME}
        >
          Download
        </Button>
        <Button onClick={onDone} data-autofocus>
          Done
        </Button>
      </div>
    </div>
  );
}
