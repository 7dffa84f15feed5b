"use client";

import { Button, Select, Textarea } from "@mantine/core";
import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { REASON_IDS, REASONS, type ReasonId } from "@/server/listings/policy.ts";
import type { DecideListing } from "@/server/moderation/input.ts";
import { Kbd } from "../../../../_ui/keyboard/kbd";
import type { DecisionFormOf } from "./decision-panel";
import classes from "./decision-panel.module.css";
import { DECISION_ACTIONS, type Decision } from "./use-decision";

/** Form that approves (comment optional) or restores (comment required). */
export function CommentForm({
  action,
  listing,
  publisher,
  decision,
  onCancel,
}: DecisionFormOf<"approve" | "restore">) {
  const [comment, setComment] = useState("");
  const isOptional = action === "approve";
  const isMissing = !isOptional && comment.trim() === "";
  return (
    <DecisionForm
      input={isMissing ? null : { listingId: listing.id, action, comment }}
      submitLabel={`${DECISION_ACTIONS[action].label} ${listing.version}`}
      decision={decision}
      onCancel={onCancel}
    >
      {(wasTried) => (
        <Textarea
          label="Comment"
          description={`${isOptional ? "Optional. " : ""}Visible to ${publisher}.`}
          required={!isOptional}
          withAsterisk={false}
          autosize
          minRows={3}
          maxRows={12}
          maxLength={2_000}
          value={comment}
          onChange={(event) => setComment(event.currentTarget.value)}
          error={wasTried && isMissing && "Enter a comment"}
        />
      )}
    </DecisionForm>
  );
}

const options = REASON_IDS.map((value) => ({ value, label: REASONS[value].title }));

/** Form that rejects or suspends, with a reason and a comment, and a preview of what the publisher will read. */
export function ReasonedForm({
  action,
  listing,
  publisher,
  decision,
  onCancel,
}: DecisionFormOf<"reject" | "suspend">) {
  const [reason, setReason] = useState<ReasonId | null>(null);
  const [comment, setComment] = useState("");
  const hasComment = comment.trim() !== "";
  return (
    <DecisionForm
      input={reason && hasComment ? { listingId: listing.id, action, reason, comment } : null}
      submitLabel={`${DECISION_ACTIONS[action].label} ${listing.version}`}
      isDestructive
      decision={decision}
      onCancel={onCancel}
    >
      {(wasTried) => (
        <>
          <Select
            label="Reason"
            placeholder="Select a reason"
            required
            withAsterisk={false}
            data={options}
            value={reason}
            onChange={(value) => setReason(value as ReasonId | null)}
            allowDeselect={false}
            maxDropdownHeight={320}
            error={wasTried && !reason && "Select a reason"}
          />
          <Textarea
            label="Comment"
            description="What to fix, and where."
            required
            withAsterisk={false}
            autosize
            minRows={4}
            maxRows={14}
            maxLength={2_000}
            value={comment}
            onChange={(event) => setComment(event.currentTarget.value)}
            error={wasTried && !hasComment && "Enter a comment"}
          />
          {reason && (
            <div className={classes.preview}>
              <p className={classes.previewTitle}>Preview for {publisher}</p>
              <p className={classes.previewReason}>{REASONS[reason].title}</p>
              {hasComment && <p className={classes.previewComment}>{comment.trim()}</p>}
              <p className={classes.previewHelp}>{REASONS[reason].help}</p>
            </div>
          )}
        </>
      )}
    </DecisionForm>
  );
}

type DecisionFormProps = {
  /** The decision, or null while a field is missing. */
  input: DecideListing | null;
  submitLabel: string;
  isDestructive?: boolean;
  decision: Decision;
  onCancel: () => void;
  /** The fields; they show errors after the first submit. */
  children: (wasTried: boolean) => ReactNode;
};

/** Frame of both decision forms: Ctrl-Enter submits and Escape cancels. */
function DecisionForm(props: DecisionFormProps) {
  const { input, submitLabel, isDestructive = false, decision, onCancel, children } = props;
  const form = useRef<HTMLFormElement>(null);
  const [tries, setTries] = useState(0);

  useEffect(() => form.current?.querySelector<HTMLElement>("input, textarea")?.focus(), []);

  useEffect(() => {
    if (tries > 0) form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [tries]);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (decision.isBusy) return;
    if (input) return decision.decide(input);
    setTries(tries + 1);
  }

  /** In the capture phase: an open select would take Ctrl-Enter for Enter. */
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
      {children(tries > 0)}
      <div className={classes.buttons}>
        <Button variant="default" onClick={onCancel} disabled={decision.isBusy}>
          Cancel
        </Button>
        <Button type="submit" loading={decision.isBusy} {...(isDestructive && { color: "red" })}>
          {submitLabel}
        </Button>
      </div>
      <p className={classes.hint}>
        <Kbd keys="mod+enter" /> to submit, <Kbd keys="escape" /> to cancel
      </p>
    </form>
  );
}
