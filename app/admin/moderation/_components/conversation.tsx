"use client";

import { useState } from "react";
import { MessageForm } from "@/app/_components/conversation/message-form.tsx";
import { Messages } from "@/app/_components/conversation/messages.tsx";
import { type RouterOutputs, trpc } from "@/app/_trpc/client.tsx";
import { Section } from "@/app/_ui/page/section.tsx";

type ConversationProps = {
  listingId: string;
  publisher: string;
  found: RouterOutputs["adminModeration"]["review"]["messages"];
};

/** Conversation between publisher and moderators. */
export function Conversation({ listingId, publisher, found }: ConversationProps) {
  const [sent, setSent] = useState<typeof found>([]);
  const write = trpc.adminModeration.write.useMutation();
  const messages = [...found, ...sent.filter(({ id }) => !found.some((message) => message.id === id))];

  async function send(text: string) {
    const message = await write.mutateAsync({ listingId, text });
    setSent([...sent, message]);
  }

  return (
    <Section title="Conversation">
      <Messages messages={messages} own="MODERATOR" nameOf={({ by, from }) => by ?? from} />
      <MessageForm label={`Message to ${publisher}`} send={send} />
    </Section>
  );
}
