import { KIND_LABELS } from "@/server/domains/notifications/policy.ts";
import type { MailKind } from "@/shared/vocabulary.ts";

const ACCOUNT_KINDS: Partial<Record<MailKind, string>> = {
  VERIFY_ADDRESS: "Email verification",
  RESET_PASSWORD: "Password reset",
  INVITATION: "Invitation",
  SECURITY: "Security notice",
};

/** Name of a kind of mail. */
export const describeMailKind = (kind: MailKind): string =>
  ACCOUNT_KINDS[kind] ?? KIND_LABELS[kind as keyof typeof KIND_LABELS].label;
