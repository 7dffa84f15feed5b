import { and, eq, isNotNull, isNull, ne } from "drizzle-orm";
import type { Transaction } from "@/db/client.ts";
import {
  apiTokens,
  authenticationChallenges,
  emailLinks,
  memberships,
  tenants,
  userIdentities,
  users,
} from "@/db/schema/index.ts";
import { endFactors, nextSessionVersion } from "@/server/auth/sign-in/account-access.ts";
import { placeholderAddress } from "@/server/auth/sign-in/claim-address.ts";
import type { Client } from "@/server/auth/sign-in/sign-in-attempts.ts";
import { evictCredential } from "@/server/auth/tokens/token-credentials.ts";
import { recordAudits } from "@/server/core/audit.ts";
import type { Context } from "@/server/core/context.ts";
import { mutate, runAfterCommit } from "@/server/core/transactions.ts";
import { deleteMailsOf } from "@/server/mail/purge.ts";
import { queueMail } from "@/server/mail/queue-mail.ts";
import { AppError } from "@/shared/errors.ts";
import { namedAs } from "@/shared/name-skeleton.ts";
import { endMembership, lockOwners } from "../members/change-membership.ts";
import { confirmUser } from "./email-address.ts";
import type { DeleteAccount } from "./input.ts";
import { ACCOUNT_DELETED } from "./mails.ts";
import { redactAuditEntries } from "./redact-audit.ts";

/** Tables of what a user signs in with, beside password and second factors. */
const CREDENTIALS = [userIdentities, authenticationChallenges, emailLinks];

const DELETED_NAME = "Deleted user";

/**
 * Deletes the account of the signed-in user: ends sessions, memberships and API tokens, forgets name, address, password,
 * providers, second factors and mails, also in the audit log, and frees the address. The row remains for what refers to it:
 * audit log, builds, and listings of tenants.
 * @throws AppError `VALIDATION_FAILED` for a wrong password, `INVALID_TRANSITION` for the last owner of a tenant, who is
 * told which, and for the last Super Admin
 */
export async function deleteAccount(ctx: Context, input: DeleteAccount, client: Client): Promise<void> {
  const user = await confirmUser(ctx, input.password, client);
  await mutate(ctx, "user.delete", async (tx, joined) => {
    await requireReplaceable(tx, user.id);
    await endMemberships(tx, joined, user.id);
    await endFactors(tx, user.id, ["totp", "passkeys"]);
    for (const table of CREDENTIALS) await tx.delete(table).where(eq(table.userId, user.id));
    await tx
      .update(users)
      .set({
        email: placeholderAddress(user.id, "deleted"),
        claimedEmail: null,
        emailVerifiedAt: null,
        ...namedAs(DELETED_NAME),
        passwordHash: null,
        platformRole: null,
        sessionVersion: nextSessionVersion,
        disabledAt: ctx.now(),
        disabledReason: "Deleted by the user",
        deletedAt: ctx.now(),
      })
      .where(eq(users.id, user.id));
    const redactedEntries = await redactAuditEntries(tx, user.id);
    runAfterCommit(joined, await deleteMailsOf(tx, user));
    if (user.emailVerifiedAt) {
      await queueMail(tx, ctx, {
        to: user.email,
        userId: null,
        kind: "SECURITY",
        message: ACCOUNT_DELETED,
        eventKey: `deleted ${user.id}`,
      });
    }
    return {
      result: undefined,
      audit: { type: "user", id: user.id, tenantId: null, after: { redactedEntries } },
    };
  });
}

/** Ends all memberships, with the API tokens created under them. */
async function endMemberships(tx: Transaction, ctx: Context, userId: string): Promise<void> {
  const tokens = await tx.select({ id: apiTokens.id }).from(apiTokens).where(eq(apiTokens.userId, userId));
  const held = await tx
    .select({ tenantId: memberships.tenantId, name: tenants.name })
    .from(memberships)
    .innerJoin(tenants, eq(tenants.id, memberships.tenantId))
    .where(eq(memberships.userId, userId))
    .orderBy(memberships.tenantId);
  const blocking: string[] = [];
  for (const { tenantId, name } of held) {
    const owners = await lockOwners(tx, tenantId);
    if (owners.length === 1 && owners[0] === userId) blocking.push(name);
  }
  if (blocking.length > 0) {
    throw new AppError(
      "INVALID_TRANSITION",
      `You are the last owner of ${blocking.join(", ")}. Make another member an owner first.`,
    );
  }
  const ended = [];
  for (const { tenantId } of held) ended.push((await endMembership(tx, tenantId, userId)).audit);
  await recordAudits(
    tx,
    ctx,
    "membership.leave",
    ended.flatMap((subject) => subject ?? []),
  );
  runAfterCommit(ctx, () => {
    for (const { id } of tokens) evictCredential(id);
  });
}

/** Locks all Super Admins, as changes of their role do, so that one remains. */
async function requireReplaceable(tx: Transaction, userId: string): Promise<void> {
  const admins = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(isNotNull(users.platformRole)))
    .orderBy(users.id)
    .for("update");
  if (!admins.some(({ id }) => id === userId)) return;
  const others = and(isNotNull(users.platformRole), isNull(users.disabledAt), ne(users.id, userId));
  if ((await tx.$count(users, others)) > 0) return;
  throw new AppError("INVALID_TRANSITION", "The platform needs at least one Super Admin. Add another first.");
}
