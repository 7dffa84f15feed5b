import { ACCOUNT_MAIL_KINDS, type MailKind } from "@/shared/vocabulary.ts";

/**
 * True if mails of this kind hold a link that gives access. Such a mail is not kept once a server has it. Apart from the
 * sending of mails, whose packages pages do not need.
 */
export const hasSecretLink = (kind: MailKind): boolean =>
  kind !== "SECURITY" && ACCOUNT_MAIL_KINDS.some((one) => one === kind);
