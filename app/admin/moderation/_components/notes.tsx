"use client";

import { useState } from "react";
import { type RouterOutputs, trpc } from "../../../_trpc/client";
import { Section } from "../../../_ui/page/section";
import { MessageForm } from "../../../_ui/text/message-form";
import { Messages } from "../../../_ui/text/messages";

type NotesProps = { listingId: string; found: RouterOutputs["moderation"]["review"]["notes"] };

/** Internal notes among moderators. */
export function Notes({ listingId, found }: NotesProps) {
  const [written, setWritten] = useState<typeof found>([]);
  const write = trpc.moderation.note.useMutation();
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
