import type { MailMessage } from "@/server/mail/message.ts";
import type { NoticeKind } from "@/shared/vocabulary.ts";
import type { AdminNotice } from "./drafts.ts";
import { KIND_LABELS } from "./policy.ts";

/** Labels of the button to the subject of a notice. */
const ACTIONS: Record<NoticeKind, string> = {
  BUILD_FAILED: "View build",
  BUILD_FIXED: "View build",
  LISTING_DECIDED: "View listing",
  LISTING_MESSAGE: "View message",
  PAYMENT_FAILED: "View billing",
  TOKEN_EXPIRING: "View API tokens",
  CHANNEL_FAILING: "View endpoint",
  INSTALLATION_UPDATED: "View installations",
  INSTALLATION_HELD: "View installations",
  INSTALLATION_UNAVAILABLE: "View installations",
  ROLLOUT_HELD: "View rollout",
  ROLLOUT_COMPLETED: "View rollout",
};

/** Mail of one notice. */
export function toMailMessage(
  { kind, title, detail, path, mail }: Pick<AdminNotice, "kind" | "title" | "detail" | "path" | "mail">,
  because: string,
): MailMessage {
  return {
    subject: mail?.subject ?? title,
    heading: title,
    paragraphs: mail?.paragraphs ?? (detail ? [detail] : []),
    quote: mail?.quote,
    message: mail?.message,
    action: { label: mail?.path ? "View in log" : ACTIONS[kind], path: mail?.path ?? path },
    reason: `You get this email because ${because}.`,
  };
}

/** Notices that a digest lists. */
const MAX_DIGEST_ITEMS = 50;

/** Mail of many notices of one kind. */
export function toDigest(
  kind: NoticeKind,
  entries: readonly { title: string; detail: string | null; path: string }[],
): MailMessage {
  const subject = `${entries.length} ${KIND_LABELS[kind].label.toLowerCase()}`;
  const left = entries.length - MAX_DIGEST_ITEMS;
  return {
    subject,
    heading: subject,
    paragraphs: [],
    items: entries.slice(0, MAX_DIGEST_ITEMS).map(({ title, detail, path }) => ({ title, detail, path })),
    note:
      left > 0
        ? `${left} more ${left === 1 ? "notification is" : "notifications are"} not listed.`
        : undefined,
    reason: "You get this summary because there were many notifications in a short time.",
  };
}
