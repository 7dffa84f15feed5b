import { domainToASCII } from "node:url";
import { z } from "zod";
import { MAX_EMAIL_LENGTH, MAX_NAME_LENGTH } from "@/shared/bounds.ts";
import { displayName } from "@/shared/text/text.ts";
import { findPasswordViolation, isEmailAddress, MAX_PASSWORD_LENGTH } from "./password-rules.ts";

export const PersonName = displayName(MAX_NAME_LENGTH);

/** Address as it is stored and compared: a domain beyond ASCII in punycode, and all of it in lower case. */
export function foldAddress(text: string): string {
  const address = text.trim();
  const at = address.lastIndexOf("@") + 1;
  const [local, domain] = [address.slice(0, at), address.slice(at)];
  const punycode = at > 0 && !isAscii(domain) ? domainToASCII(domain) : "";
  // The Kelvin sign is no "k" of another person's address, neither by lower case nor by IDNA's mapping.
  const folded = local + (/(^|\.)xn--/.test(punycode) ? punycode : domain);
  return isAscii(folded) ? folded.toLowerCase() : folded;
}

const isAscii = (text: string): boolean => /^[\x20-\x7e]*$/.test(text);

/** Maximum length of an address before it is folded, in UTF-16 units: spaces and case go, punycode is longer. */
export const MAX_TYPED_ADDRESS_UNITS = 4 * MAX_EMAIL_LENGTH;

/**
 * Email address of an account, folded. The part before the "@" is ASCII and has at most 64 characters (RFC 5321). Domains
 * below `.invalid` (RFC 2606) are reserved for the placeholders of accounts without an address.
 */
export const EmailAddress = z
  .string({ error: (issue) => (issue.input === undefined ? "is required" : "must be a string") })
  .max(MAX_TYPED_ADDRESS_UNITS, { error: `must be at most ${MAX_EMAIL_LENGTH} characters long`, abort: true })
  .overwrite(foldAddress)
  .refine(isAscii, { error: "enter a valid email address", abort: true })
  .refine((text) => text.indexOf("@") <= 64, { error: "enter a valid email address", abort: true })
  .max(MAX_EMAIL_LENGTH, `must be at most ${MAX_EMAIL_LENGTH} characters long`)
  .pipe(z.email("enter a valid email address"))
  .refine((email) => !/[@.]invalid$/.test(email), "enter a valid email address");

/** Maximum length of a password before NFKC, in UTF-16 units. NFKC composes up to four characters into one. */
export const MAX_TYPED_PASSWORD_UNITS = 8 * MAX_PASSWORD_LENGTH;

/** New password, NFKC-normalized: keyboards encode the same characters differently. Parse it asynchronously. */
export const NewPassword = z
  .string({ error: (issue) => (issue.input === undefined ? "is required" : "must be a string") })
  .max(MAX_TYPED_PASSWORD_UNITS, `must be at most ${MAX_PASSWORD_LENGTH} characters long`)
  .refine((text) => text.isWellFormed(), { message: "must be valid Unicode" })
  .transform((text) => text.normalize("NFKC"))
  .superRefine(async (password, issue) => {
    const message = await findPasswordViolation(password);
    if (message) issue.addIssue({ code: "custom", message });
  });

export const AccountFields = z.object({ name: PersonName, email: EmailAddress });
export type AccountFields = z.output<typeof AccountFields>;

/** New account with a password. Extend it with `safeExtend`, which keeps the rule across fields. */
export const NewAccount = AccountFields.extend({ password: NewPassword }).refine(
  ({ password, email }) => !isEmailAddress(password, email),
  {
    path: ["password"],
    message: "must not be your email or its first part",
    // Checked also while other fields are wrong, so that one response names all problems.
    when: ({ value }) => isPasswordWithEmail(value),
  },
);
export type NewAccount = z.output<typeof NewAccount>;

function isPasswordWithEmail(value: unknown): boolean {
  const { password, email } = (value ?? {}) as { password?: unknown; email?: unknown };
  return typeof password === "string" && typeof email === "string";
}
