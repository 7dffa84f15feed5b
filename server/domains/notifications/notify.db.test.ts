import { eq } from "drizzle-orm";
import { v7 as uuidv7 } from "uuid";
import { describe, expect, it } from "vitest";
import { createApp, createBuild, createListing, createMembership, createUser } from "@/db/factories.ts";
import { auditLog, domainEvents, memberships } from "@/db/schema/index.ts";
import {
  createExpiringTokens,
  dispatch,
  endBuild,
  failPayment,
  inDays,
} from "@/e2e/support/notice-events.ts";
import { atTime, setUpPlatform, signInAdmin, signInMember } from "@/e2e/support/platform.ts";
import {
  type Context,
  createContext,
  database,
  systemContext,
  type TenantContext,
} from "@/server/core/context.ts";
import { cancelBuild } from "@/server/domains/builds/end.ts";
import { reportBuild } from "@/server/domains/builds/report.ts";
import { queueBuild } from "@/server/domains/builds/service.ts";
import { UNDO_TIMEOUT_MS } from "@/server/domains/moderation/policy.ts";
import { decideListing } from "@/server/domains/moderation/service.ts";
import { reference } from "@/shared/text/text.ts";
import { dispatchEvents } from "./callbacks/dispatch-events.ts";
import { recordExpiringTokens } from "./notices/tokens.ts";
import { listPreferences, setPreference } from "./preferences.ts";
import { countUnread, getInbox, markRead } from "./service.ts";

setUpPlatform();

const orm = () => database().systemDb.orm;
const toldTo = async (ctx: Context) =>
  (await getInbox(ctx)).notices.map(({ kind, title }) => `${kind} ${title}`);

/** A context of another member of the same tenant. */
async function signInColleague(ctx: TenantContext, role: "OWNER" | "DEVELOPER" | "VIEWER"): Promise<Context> {
  const user = await createUser(orm());
  await createMembership(orm(), { tenantId: ctx.tenant.id, userId: user.id, role });
  const { id: userId, email, name } = user;
  return createContext({ kind: "user", userId, email, name, isSuperAdmin: false, isEmailVerified: true });
}

async function failBuildOf(ctx: TenantContext) {
  const app = await createApp(orm(), { tenantId: ctx.tenant.id, name: "Field Notes" });
  const build = await endBuild(ctx, app.id, "FAILED");
  return { app, build };
}

describe("a failed build", () => {
  it("notifies the user who queued it, once, with a link", async () => {
    const ctx = await signInMember();
    const colleague = await signInColleague(ctx, "DEVELOPER");
    const { app, build } = await failBuildOf(ctx);
    await dispatch();
    expect(await getInbox(ctx)).toMatchObject({
      unread: 1,
      notices: [
        {
          kind: "BUILD_FAILED",
          title: "Field Notes #1 failed",
          path: `/builder/${ctx.tenant.slug}/apps/${app.id}/builds/${build.id}`,
        },
      ],
    });
    expect(await toldTo(colleague)).toEqual([]);
  });

  it("without an author notifies owners and developers of its tenant only", async () => {
    const [ctx, stranger] = [await signInMember("OWNER"), await signInMember("OWNER")];
    const viewer = await signInColleague(ctx, "VIEWER");
    const app = await createApp(orm(), { tenantId: ctx.tenant.id });
    const build = await createBuild(orm(), { tenantId: ctx.tenant.id, appId: app.id });
    await reportBuild(createContext({ kind: "worker", workerId: null }), {
      buildId: build.id,
      status: "FAILED",
    });
    await dispatch();
    expect(await countUnread(ctx)).toBe(1);
    for (const other of [viewer, stranger]) expect(await countUnread(other)).toBe(0);
  });

  it("notifies no one after a cancellation", async () => {
    const ctx = await signInMember();
    const app = await createApp(orm(), { tenantId: ctx.tenant.id });
    const build = await queueBuild(ctx, app.id, { platform: "IOS", version: "1.0.0" });
    await cancelBuild(ctx, build.id);
    await dispatch();
    expect(await countUnread(ctx)).toBe(0);
  });
});

it("a decision notifies the publishers with the comment", async () => {
  const ctx = await signInMember();
  const listing = await createListing(orm(), { tenantId: ctx.tenant.id, type: "THEME", name: "Nordic" });
  const admin = await signInAdmin();
  await decideListing(admin, {
    listingId: listing.id,
    action: "reject",
    reason: "BROKEN",
    comment: "It is.",
  });
  await dispatch();
  expect(await countUnread(ctx)).toBe(0);
  await dispatchEvents(atTime(systemContext("test"), Date.now() + UNDO_TIMEOUT_MS));
  expect((await getInbox(ctx)).notices).toMatchObject([
    { kind: "LISTING_DECIDED", title: "Nordic 1.0.0 was rejected", detail: "It is." },
  ]);
});

it("a failed payment notifies owners", async () => {
  const ctx = await signInMember("OWNER");
  const developer = await signInColleague(ctx, "DEVELOPER");
  await failPayment(ctx, null);
  expect(await toldTo(ctx)).toEqual(["PAYMENT_FAILED Payment failed"]);
  expect(await toldTo(developer)).toEqual([]);
});

it("a token that expires within a week is notified once, a short-lived or revoked one never", async () => {
  const ctx = await signInMember();
  await createExpiringTokens(ctx, [
    { name: "soon" },
    { name: "later", expiresAt: inDays(8) },
    { name: "over", expiresAt: inDays(-1) },
    { name: "short", createdAt: inDays(-1) },
    { name: "revoked", revokedAt: inDays(-1) },
  ]);
  for (let time = 0; time < 3; time += 1) await recordExpiringTokens(systemContext("test"));
  await dispatch();
  expect(await toldTo(ctx)).toEqual(["TOKEN_EXPIRING API token soon expires soon"]);
  const kept = await orm()
    .select()
    .from(domainEvents)
    .where(eq(domainEvents.type, "security.token_expiring"));
  expect(kept).toHaveLength(1);
});

describe("a user", () => {
  it("marks one or all of their own notices as read", async () => {
    const [ctx, other] = [await signInMember(), await signInMember()];
    for (const each of [ctx, ctx, other]) await failBuildOf(each);
    const [first] = (await getInbox(ctx)).notices;
    await markRead(other, { noticeId: first?.id });
    expect(await countUnread(ctx)).toBe(2);
    await markRead(ctx, { noticeId: first?.id });
    await markRead(ctx, { noticeId: reference().parse("no-uuid") });
    expect(await countUnread(ctx)).toBe(1);
    await markRead(ctx, {});
    expect([await countUnread(ctx), await countUnread(other)]).toEqual([0, 1]);
  });

  it("gets no notices of kinds that they turned off", async () => {
    const ctx = await signInMember();
    await setPreference(ctx, { kind: "BUILD_FAILED", bell: false, mail: true });
    await setPreference(ctx, { kind: "TOKEN_EXPIRING", bell: false, mail: false });
    await setPreference(ctx, { kind: "TOKEN_EXPIRING", bell: true, mail: true });
    await setPreference(ctx, { kind: "TOKEN_EXPIRING", bell: true, mail: true });
    const off = (await listPreferences(ctx)).filter(({ bell }) => !bell);
    expect(off).toEqual([{ kind: "BUILD_FAILED", bell: false, mail: true }]);
    await failBuildOf(ctx);
    expect(await countUnread(ctx)).toBe(0);
    const rows = await orm()
      .select()
      .from(auditLog)
      .where(eq(auditLog.action, "user.set_notifications"))
      .orderBy(auditLog.at);
    expect(rows.map(({ before, after }) => [before, after])).toEqual([
      [{ notifications: "bell and email" }, { kind: "BUILD_FAILED", notifications: "email" }],
      [{ notifications: "bell and email" }, { kind: "TOKEN_EXPIRING", notifications: "off" }],
      [{ notifications: "off" }, { kind: "TOKEN_EXPIRING", notifications: "bell and email" }],
    ]);
  });

  it("chooses among the kinds of their roles in all tenants", async () => {
    const kindsOf = async ({ actor }: Context) =>
      (await listPreferences(createContext(actor))).map(({ kind }) => kind);
    const publishing = ["BUILD_FAILED", "BUILD_FIXED", "LISTING_DECIDED", "LISTING_MESSAGE"];
    const rollouts = [
      "INSTALLATION_UPDATED",
      "INSTALLATION_HELD",
      "INSTALLATION_UNAVAILABLE",
      "ROLLOUT_HELD",
      "ROLLOUT_COMPLETED",
    ];
    const developer = [...publishing, "TOKEN_EXPIRING", ...rollouts];
    const owner = await signInMember("OWNER");
    expect(await kindsOf(owner)).toEqual([...publishing, "PAYMENT_FAILED", "TOKEN_EXPIRING", ...rollouts]);
    expect(await kindsOf(await signInMember("DEVELOPER"))).toEqual(developer);
    const viewer = await signInMember("VIEWER");
    expect(await kindsOf(viewer)).toEqual(["TOKEN_EXPIRING"]);
    await createMembership(orm(), {
      tenantId: owner.tenant.id,
      userId: viewer.actor.kind === "user" ? viewer.actor.userId : "",
      role: "DEVELOPER",
    });
    expect(await kindsOf(viewer)).toEqual(developer);
    expect(await kindsOf(await signInAdmin())).toEqual([
      "LISTING_MESSAGE",
      "CHANNEL_FAILING",
      "ROLLOUT_HELD",
    ]);
  });

  it("gets no notices of kinds that their role has no preference for", async () => {
    const ctx = await signInMember();
    await orm().update(memberships).set({ role: "VIEWER" }).where(eq(memberships.tenantId, ctx.tenant.id));
    await failBuildOf(ctx);
    expect(await getInbox(ctx)).toMatchObject({ unread: 0 });
  });

  it("has an inbox, unlike tokens and the platform", async () => {
    const token = createContext({
      kind: "token",
      tokenId: uuidv7(),
      userId: uuidv7(),
      isEmailVerified: true,
    });
    for (const request of [
      getInbox(token),
      countUnread(systemContext("x")),
      setPreference(token, { kind: "BUILD_FAILED", bell: false, mail: false }),
      listPreferences(token),
    ]) {
      await expect(request).rejects.toMatchObject({ code: "PERMISSION_DENIED" });
    }
  });
});
