import type { Page } from "@/server/core/pagination.ts";
import type { MailKind, MailState } from "@/shared/vocabulary.ts";

export interface MailView {
  id: string;
  kind: MailKind;
  state: MailState;
  to: string;
  subject: string;
  attempts: number;
  /** Reason for which the last attempt did not succeed. */
  lastError: string | null;
  nextAttemptAt: string | null;
  createdAt: string;
  sentAt: string | null;
}

export type MailPage = Page<"mails", MailView>;

export interface MailDetail extends MailView {
  user: { id: string; name: string } | null;
  /** Null for a mail with a secret link, which a Super Admin must not use either. */
  text: string | null;
  canSendAgain: boolean;
  canDismiss: boolean;
}
