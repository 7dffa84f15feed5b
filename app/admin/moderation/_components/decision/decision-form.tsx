"use client";

import { Button } from "@mantine/core";
import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { DecideListing } from "@/server/moderation/input.ts";
import { Kbd } from "../../../../_ui/keyboard/kbd";
import { useIsMac } from "../../../../_ui/keyboard/use-is-mac";
import classes from "./decision-panel.module.css";
import type { Decision } from "./use-decide";

type DecisionFormProps = {
  /** The decision as it is filled in so far. */
  input: unknown;
  submitLabel: string;
  isDestructive?: boolean;
  decision: Decision;
  onCancel: () => void;
  /** The fields, given what is wrong with each. */
  children: (errors: Record<string, string>) => ReactNode;
};

/** The frame of both forms: checks against the server's own rules, Ctrl-Enter sends and Escape steps back. */
export function DecisionForm(props: DecisionFormProps) {
  const { input, submitLabel, isDestructive = false, decision, onCancel, children } = props;
  const form = useRef<HTMLFormElement>(null);
  const [wasTried, setWasTried] = useState(false);
  const isMac = useIsMac();
  const checked = DecideListing.safeParse(input);

  useEffect(() => form.current?.querySelector<HTMLElement>("input, textarea")?.focus(), []);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (decision.isBusy) return;
    if (checked.success) return decision.decide(checked.data);
    setWasTried(true);
    const [wrong] = checked.error.issues;
    form.current?.querySelector<HTMLElement>(wrong?.path[0] === "comment" ? "textarea" : "input")?.focus();
  }

  /** Before the fields themselves: to a list of choices Ctrl-Enter would be an Enter like any other. */
  function sendOnKey(event: KeyboardEvent) {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    event.stopPropagation();
    form.current?.requestSubmit();
  }

  function cancelOnKey(event: KeyboardEvent) {
    const isListOpen = (event.target as Element).getAttribute("aria-expanded") === "true";
    if (event.key === "Escape" && !isListOpen && !event.nativeEvent.isComposing && !decision.isBusy)
      onCancel();
  }

  return (
    <form
      ref={form}
      className={classes.form}
      onSubmit={submit}
      onKeyDownCapture={sendOnKey}
      onKeyDown={cancelOnKey}
      noValidate
    >
      {children(wasTried && !checked.success ? messagesOf(checked.error) : {})}
      <div className={classes.buttons}>
        <Button variant="default" onClick={onCancel} disabled={decision.isBusy}>
          Cancel
        </Button>
        <Button type="submit" loading={decision.isBusy} {...(isDestructive && { color: "red" })}>
          {submitLabel}
        </Button>
      </div>
      <p className={classes.hint}>
        <Kbd keys="mod+enter" isMac={isMac} /> sends it, <Kbd keys="escape" /> steps back.
      </p>
    </form>
  );
}

type Failure = Extract<ReturnType<typeof DecideListing.safeParse>, { success: false }>["error"];

function messagesOf(error: Failure): Record<string, string> {
  const messages: Record<string, string> = {};
  for (const { path, message } of error.issues) {
    messages[String(path[0])] ??= `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;
  }
  return messages;
}
