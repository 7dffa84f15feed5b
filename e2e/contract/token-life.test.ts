import { and, eq } from "drizzle-orm";
import { describe, it } from "vitest";
import { apiTokens, memberships, tenants, users } from "@/db/schema/index.ts";
import { ListingView } from "@/server/domains/listings/view.ts";
import type { ErrorCode } from "@/shared/errors.ts";
import { type EntryPoint, FRONT, NEXT } from "./entry-points.ts";
import { expectProblem, expectView } from "./expect-response.ts";
import { type Account, createAccount, db } from "./fixtures.ts";
import { composePublish, publish } from "./publish-request.ts";

const WITHIN_MS = 5_000;

const membershipOf = ({ tenantId, userId }: Account) =>
  and(eq(memberships.tenantId, tenantId), eq(memberships.userId, userId));

/** What ends a token, and what the entry points say from then on. */
const ENDS: [string, number, ErrorCode, (account: Account) => Promise<unknown>][] = [
  [
    "its revocation",
    401,
    "UNAUTHENTICATED",
    ({ tokenId }) => db().update(apiTokens).set({ revokedAt: new Date() }).where(eq(apiTokens.id, tokenId)),
  ],
  [
    "its record's expiry",
    401,
    "UNAUTHENTICATED",
    ({ tokenId }) => db().update(apiTokens).set({ expiresAt: new Date() }).where(eq(apiTokens.id, tokenId)),
  ],
  [
    "its owner being disabled",
    401,
    "UNAUTHENTICATED",
    ({ userId }) => db().update(users).set({ disabledAt: new Date() }).where(eq(users.id, userId)),
  ],
  [
    "its owner leaving the tenant",
    401,
    "UNAUTHENTICATED",
    (account) => db().delete(memberships).where(membershipOf(account)),
  ],
  [
    "its tenant being suspended",
    401,
    "UNAUTHENTICATED",
    ({ tenantId }) => db().update(tenants).set({ suspendedAt: new Date() }).where(eq(tenants.id, tenantId)),
  ],
  [
    "its owner becoming a viewer",
    403,
    "PERMISSION_DENIED",
    (account) => db().update(memberships).set({ role: "VIEWER" }).where(membershipOf(account)),
  ],
];

describe("a token in use at both entry points", () => {
  it.concurrent.each(ENDS)("ends within 5 s of %s", async (_, status, code, end) => {
    const account = await createAccount();
    const request = await composePublish(account);
    const tryOut = (entryPoint: EntryPoint) =>
      publish(entryPoint, account, request, { query: "?dryRun=true" });
    for (const entryPoint of [FRONT, NEXT])
      expectView(await tryOut(entryPoint), 200, ListingView.omit({ id: true }));
    await end(account);
    const ended = Date.now();
    for (const entryPoint of [FRONT, NEXT]) {
      let response = await tryOut(entryPoint);
      while (response.status === 200 && Date.now() - ended < WITHIN_MS) response = await tryOut(entryPoint);
      expectProblem(response, status, code);
    }
  });
});
