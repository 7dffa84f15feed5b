import type { Transaction } from "@/db/client.ts";
import type { users } from "@/db/schema/index.ts";
import type { AccountAccess } from "@/server/auth/sign-in/account-access.ts";
import type { Context } from "@/server/core/context.ts";
import { queueMail } from "@/server/mail/queue-mail.ts";
import type { MailMessage } from "@/server/mail/render.ts";

/**
 * Mail that asks for the verification of an address. Without the user's name: anybody can sign up with the address of
 * another person and any name.
 */
export const verifyAddressMessage = (path: string): MailMessage => ({
  subject: "Verify your email address",
  paragraphs: ["Verify your address to publish to the marketplace and invite people to your workspace."],
  action: { label: "Verify email", path },
  note: "The link works once and expires in 3 days.",
  reason:
    "You get this email because this address was used to create a Drydock account. If that wasn’t you, ignore it.",
});

/** Mail to the new address of an account. */
export const changeAddressMessage = (path: string): MailMessage => ({
  subject: "Confirm your new email address",
  paragraphs: ["Confirm this address to use it for your Drydock account."],
  action: { label: "Confirm email", path },
  note: "The link works once and expires in 24 hours.",
  reason:
    "You get this email because this address was entered in a Drydock account. If that wasn’t you, ignore it.",
});

export const resetPasswordMessage = (path: string): MailMessage => ({
  subject: "Reset your password",
  paragraphs: ["We received a request to reset the password of your Drydock account."],
  action: { label: "Choose a new password", path },
  note: "The link works once and expires in 30 minutes.",
  reason:
    "You get this email because a password reset was requested for this address. If that wasn’t you, ignore it.",
});

/** Mail to an address with an account for which another one was requested. */
export const accountExistsMessage = (path: string): MailMessage => ({
  subject: "You already have an account",
  paragraphs: [
    "We received a request to create a Drydock account with this address, which already has one.",
    "Sign in with your password. If you forgot it, choose a new one.",
  ],
  action: { label: "Choose a new password", path },
  note: "The link works once and expires in 30 minutes.",
  reason:
    "You get this email because this address was entered to create an account. If that wasn’t you, ignore it.",
});

/** Text of a mail about a change to the security of an account. */
export interface SecurityText {
  subject: string;
  /** Change in a sentence or two. */
  text: string;
  /** Advice to a user who did not make the change. Default: to reset the password and check second factors and tokens. */
  remedy?: { text: string; action?: MailMessage["action"] };
}

const REVIEW_ACCOUNT = {
  text: "If that wasn’t you, reset your password, and check your second factors and API tokens.",
  action: { label: "Review your account", path: "/account/security" },
};

export const securityMessage = ({ subject, text, remedy = REVIEW_ACCOUNT }: SecurityText): MailMessage => ({
  subject,
  paragraphs: [text, remedy.text],
  action: remedy.action,
  reason: "You get this email because the security of your Drydock account changed.",
});

/** Mails a user that the security of their account changed. An address that is not verified may be someone else's. */
export async function queueSecurityMail(
  tx: Transaction,
  ctx: Pick<Context, "now" | "newId">,
  user: Pick<typeof users.$inferSelect, "id" | "email" | "emailVerifiedAt">,
  text: SecurityText,
  eventKey: string,
): Promise<void> {
  if (!user.emailVerifiedAt) return;
  const message = securityMessage(text);
  await queueMail(tx, ctx, { to: user.email, userId: user.id, kind: "SECURITY", message, eventKey });
}

export const passwordReset = (tokens: AccountAccess["tokens"]): SecurityText => ({
  subject: "Your password was changed",
  text: `The password of your Drydock account was reset with a link that was sent to this address. All sessions are signed out. ${keptTokens(tokens)}`,
});

/** API tokens that keep working after a change of the password, in a sentence. */
export const keptTokens = (tokens: AccountAccess["tokens"]): string => {
  if (tokens.length === 0) return "It has no API tokens.";
  const [shown, more] = [tokens.slice(0, MAX_NAMED_TOKENS), tokens.length - MAX_NAMED_TOKENS];
  const names = shown.map(({ name, lastFour, workspace }) => `${name} (…${lastFour}, ${workspace})`);
  return `API tokens that keep working: ${names.join(", ")}${more > 0 ? ` and ${more} more` : ""}.`;
};

const MAX_NAMED_TOKENS = 10;
