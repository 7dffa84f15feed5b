"use client";

import { useState } from "react";
import { MessageForm } from "@/app/_components/conversation/message-form.tsx";
import { Messages } from "@/app/_components/conversation/messages.tsx";
import { type RouterOutputs, trpc } from "@/app/_trpc/client.tsx";
import { Section } from "@/app/_ui/page/section.tsx";

type NotesProps = { listingId: string; found: RouterOutputs["adminModeration"]["review"]["notes"] };

/** Internal notes among moderators. */
export function Notes({ listingId, found }: NotesProps) {
  const [written, setWritten] = useState<typeof found>([]);
  const write = trpc.adminModeration.note.useMutation();
  const notes = [...found, ...written.filter(({ id }) => !found.some((note) => note.id === id))];

  async function add(text: string) {
    const note = await write.mutateAsync({ listingId, text });
    setWritten([...written, note]);
  }

  return (
    <Section title="Internal notes" description="Visible to Super Admins only">
      <Messages
        messages={notes.map(({ writtenAt, ...note }) => ({ ...note, from: "MODERATOR", sentAt: writtenAt }))}
        own="PUBLISHER"
        nameOf={({ by, from }) => by ?? from}
      />
      <MessageForm label="Note" submitLabel="Add note" send={add} />
    </Section>
  );
}
