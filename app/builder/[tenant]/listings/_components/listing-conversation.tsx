"use client";

import { MessageForm } from "@/app/_components/conversation/message-form.tsx";
import { Messages } from "@/app/_components/conversation/messages.tsx";
import { trpc } from "@/app/_trpc/client.tsx";
import { readProblem } from "@/app/_trpc/problem.ts";
import { Section } from "@/app/_ui/page/section.tsx";
import { isOpenForMessages } from "@/server/domains/listings/policy.ts";
import type { ListingDetail } from "./listing-detail";
import classes from "./listing-detail.module.css";

type ListingConversationProps = { tenant: string; listing: ListingDetail; canWrite: boolean };

const POLL_INTERVAL_MS = 30_000;

/** Messages between the publisher and the moderators about a version. */
export function ListingConversation({ tenant, listing, canWrite }: ListingConversationProps) {
  const key = { tenant, listingId: listing.id };
  const utils = trpc.useUtils();
  const { data, error } = trpc.listings.review.useQuery(key, { refetchInterval: POLL_INTERVAL_MS });
  const reply = trpc.listings.reply.useMutation();

  async function send(text: string) {
    await reply.mutateAsync({ ...key, text });
    await utils.listings.review.invalidate(key);
  }

  const messages = data?.messages ?? [];
  const isOpen = canWrite && isOpenForMessages(listing.status);
  if (!isOpen && messages.length === 0) return null;
  return (
    <Section title="Conversation with moderators">
      {error && (
        <p className={classes.none} role="alert">
          {readProblem(error).message}
        </p>
      )}
      <Messages
        messages={messages}
        own="PUBLISHER"
        nameOf={({ by, from }) => (from === "MODERATOR" ? "Moderator" : (by ?? "You"))}
      />
      {isOpen && <MessageForm label="Message to moderators" send={send} />}
    </Section>
  );
}
