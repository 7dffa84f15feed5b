import type { AccountAccess } from "@/server/auth/sign-in/account-access.ts";
import type { MailMessage } from "@/server/mail/render.ts";
import { keptTokens, type SecurityText } from "../email-links/mails.ts";

export const passwordChanged = (tokens: AccountAccess["tokens"]): SecurityText => ({
  subject: "Your password was changed",
  text: `The password of your Drydock account was changed. All other sessions are signed out. ${keptTokens(tokens)}`,
});

/** @param former verified address of the account, if it had one */
export const addressChanged = (former: string | null, email: string): SecurityText => ({
  subject: "Your email address was changed",
  text: `The email address of your Drydock account was changed${former ? ` from ${former}` : ""} to ${email}. All other sessions are signed out.`,
});

export const ACCOUNT_DELETED: MailMessage = {
  subject: "Your account was deleted",
  paragraphs: ["Your Drydock account was deleted, with its sessions, memberships and API tokens."],
  reason: "You get this email because this was the address of the account.",
};
