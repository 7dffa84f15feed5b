"use client";

import { Button, Textarea } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { readProblem } from "@/app/_trpc/problem.ts";
import { MAX_MESSAGE_LENGTH } from "@/shared/bounds.ts";

type MessageFormProps = {
  /** With the recipient: "Write to the moderators". */
  label: string;
  submitLabel?: string;
  /** The field keeps its text when this rejects. */
  send: (text: string) => Promise<void>;
};

/** Form for the next message of a conversation. */
export function MessageForm({ label, submitLabel = "Send", send }: MessageFormProps) {
  const [text, setText] = useState("");
  const [isSending, setIsSending] = useState(false);
  const [error, setError] = useState<string | null>(null);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (text.trim() === "" || isSending) return;
    setIsSending(true);
    setError(null);
    try {
      await send(text);
      setText("");
    } catch (failure) {
      setError(readProblem(failure).message);
    } finally {
      setIsSending(false);
    }
  }

  return (
    <form onSubmit={submit}>
      <Textarea
        label={label}
        autosize
        minRows={2}
        maxRows={10}
        maxLength={MAX_MESSAGE_LENGTH}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        error={error}
      />
      <Button type="submit" variant="default" size="xs" mt="xs" loading={isSending} disabled={!text.trim()}>
        {submitLabel}
      </Button>
    </form>
  );
}
