import { Button, Select, Textarea } from "@mantine/core";
import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { trpc } from "@/app/_trpc/client.tsx";
import { formatNumber } from "@/app/_ui/format.ts";
import { Kbd } from "@/app/_ui/keyboard/kbd.tsx";
import type { DecideListing } from "@/server/domains/moderation/input.ts";
import { MAX_MESSAGE_LENGTH } from "@/shared/bounds.ts";
import classes from "./decision-panel.module.css";
import type { Decision } from "./use-decision";

type CommentFieldProps = {
  description: string;
  value: string;
  onChange: (comment: string) => void;
  /** Given where a comment is required. */
  error?: string | false;
};

/** Comment on a decision, which saved replies fill. */
export function CommentField({ description, value, onChange, error }: CommentFieldProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const isTooLong = value.length > MAX_MESSAGE_LENGTH;

  /** Goes below what was written. */
  function insert(reply: string) {
    onChange(value.trim() === "" ? reply : `${value.trimEnd()}\n\n${reply}`);
    field.current?.focus();
  }

  return (
    <>
      <Textarea
        ref={field}
        label="Comment"
        description={description}
        required={error !== undefined}
        withAsterisk={false}
        autosize
        minRows={3}
        maxRows={12}
        maxLength={MAX_MESSAGE_LENGTH}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        error={
          error || (isTooLong && `Shorten the comment to ${formatNumber(MAX_MESSAGE_LENGTH)} characters.`)
        }
      />
      <SavedReplySelect onInsert={insert} />
    </>
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

/** Frame of the decision forms: Ctrl-Enter submits and Escape cancels. */
export function DecisionForm(props: DecisionFormProps) {
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

/** List of saved replies; choosing one inserts its text. Absent while there is none. */
function SavedReplySelect({ onInsert }: { onInsert: (text: string) => void }) {
  const { data: replies = [] } = trpc.adminSavedReplies.list.useQuery();
  if (replies.length === 0) return null;
  return (
    <Select
      label="Saved reply"
      placeholder="Insert a saved reply"
      searchable
      nothingFoundMessage="No matching reply"
      data={replies.map(({ id, title }) => ({ value: id, label: title }))}
      value={null}
      onChange={(chosen) => {
        const reply = replies.find(({ id }) => id === chosen);
        if (reply) onInsert(reply.text);
      }}
      maxDropdownHeight={240}
    />
  );
}
