import type { MailMessage } from "@/server/mail/render.ts";
import type { NoticeKind } from "@/shared/vocabulary.ts";
import type { NoticeText } from "./notices/draft.ts";
import { KIND_LABELS } from "./policy.ts";

export const noticeMessage = (
  { title, detail, path, action, mail }: NoticeText,
  reason: string,
): MailMessage => ({
  subject: mail?.thread?.subject ?? mail?.subject ?? title,
  heading: title,
  preview: mail?.thread && [title, mail.quote ?? mail.message ?? detail].filter(Boolean).join(": "),
  paragraphs: mail?.paragraphs ?? (detail ? [detail] : []),
  quote: mail?.quote,
  message: mail?.message,
  action: { label: action, path: path + (mail?.hash ?? "") },
  reason: `You get this email because ${reason}.`,
});

/** Notices that a digest lists. */
const MAX_DIGEST_ITEMS = 50;

/** Mail of many notices of one kind. */
export function digestMessage(
  kind: NoticeKind,
  entries: readonly { title: string; detail: string | null; path: string }[],
): MailMessage {
  const subject = `${entries.length} ${KIND_LABELS[kind].label.toLowerCase()}`;
  const left = entries.length - MAX_DIGEST_ITEMS;
  return {
    subject,
    paragraphs: [],
    items: entries.slice(0, MAX_DIGEST_ITEMS),
    note:
      left > 0
        ? `${left} more ${left === 1 ? "notification is" : "notifications are"} not listed.`
        : undefined,
    reason: "You get this summary because there were many notifications in a short time.",
  };
}
