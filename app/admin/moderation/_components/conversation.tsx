"use client";

import { Button, Textarea } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { type RouterOutputs, trpc } from "../../../_trpc/client";
import { readProblem } from "../../../_trpc/problem";
import { Section } from "../../../_ui/page/section";
import { Messages } from "../../../_ui/text/messages";

type ConversationProps = {
  listingId: string;
  publisher: string;
  found: RouterOutputs["moderation"]["review"]["messages"];
};

/** What publisher and moderators wrote each other, and the next word. */
export function Conversation({ listingId, publisher, found }: ConversationProps) {
  const [sent, setSent] = useState<typeof found>([]);
  const [text, setText] = useState("");
  const write = trpc.moderation.write.useMutation();
  const messages = [...found, ...sent.filter(({ id }) => !found.some((message) => message.id === id))];

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (text.trim() === "") return;
    try {
      const message = await write.mutateAsync({ listingId, text });
      setSent([...sent, message]);
      setText("");
    } catch {
      // The mutation keeps the error, and the form shows it.
    }
  }

  return (
    <Section title="Conversation">
      <Messages messages={messages} own="MODERATOR" nameOf={({ by, from }) => by ?? from} />
      <form onSubmit={submit}>
        <Textarea
          label={`Write to ${publisher}`}
          autosize
          minRows={2}
          maxRows={10}
          maxLength={2_000}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          error={write.error && readProblem(write.error).message}
        />
        <Button
          type="submit"
          variant="default"
          size="xs"
          mt="xs"
          loading={write.isPending}
          disabled={!text.trim()}
        >
          Send
        </Button>
      </form>
    </Section>
  );
}
