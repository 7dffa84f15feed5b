import { z } from "zod";
import type { Transaction } from "@/db/client.ts";
import { users } from "@/db/schema/index.ts";
import { EmailAddress, PersonName } from "@/server/core/account-fields.ts";
import { namedAs } from "@/shared/name-skeleton.ts";
import { hasWebAddress, plainText } from "@/shared/text/text.ts";
import type { SignInError } from "./sign-in-errors.ts";

export interface ExternalIdentity {
  provider: string;
  accountId: string;
  email: string;
  name: string;
}

/**
 * Schema of a provider's claims (OpenID Connect Core, 5.1), with the rules for new accounts. A missing or blank name,
 * or one with a web address, is replaced by the local part of the email address.
 */
const ExternalClaims = z.object({
  sub: plainText(255, 1),
  email: EmailAddress,
  name: z.preprocess((name) => (isUsable(name) ? name : undefined), PersonName.optional()),
});

/** Identity from claims, or the error code. An address is verified only if `email_verified` is `true`. */
export function readIdentity(provider: string, claims: object): ExternalIdentity | SignInError {
  const { success, data } = ExternalClaims.safeParse(claims);
  if (!success) return "ProfileRejected";
  if (!("email_verified" in claims) || claims.email_verified !== true) return "EmailNotVerified";
  const [local = ""] = data.email.split("@");
  return { provider, accountId: data.sub, email: data.email, name: data.name ?? local.slice(0, 80) };
}

const isUsable = (name: unknown): boolean =>
  !isBlank(name) && !(typeof name === "string" && hasWebAddress(name));

const isBlank = (name: unknown): boolean => name === null || (typeof name === "string" && name.trim() === "");

const GitHubUser = z.object({ id: z.number(), login: z.string(), name: z.unknown() });
const GitHubEmails = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }));

/** GitHub's user and addresses as OpenID Connect claims. GitHub also lists addresses that it did not verify. */
export function toClaims(user: unknown, emails: unknown): Record<string, unknown> {
  const { data } = GitHubUser.safeParse(user);
  const primary = GitHubEmails.safeParse(emails).data?.find((email) => email.primary);
  return {
    sub: data && String(data.id),
    name: isBlank(data?.name) ? data?.login : data?.name,
    email: primary?.email,
    email_verified: primary?.verified,
  };
}

/** The one insert of a user, whichever way the account comes about. */
export async function createUser(
  tx: Transaction,
  { name, ...user }: Omit<typeof users.$inferInsert, "nameSkeleton">,
): Promise<void> {
  await tx.insert(users).values({ ...user, ...namedAs(name) });
}
