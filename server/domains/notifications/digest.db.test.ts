import { asc, eq } from "drizzle-orm";
import { v7 as uuidv7 } from "uuid";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { createApp, createListing, createMembership, createUser } from "@/db/factories.ts";
import { digestEntries, mails, users } from "@/db/schema/index.ts";
import {
  createExpiringTokens,
  dispatch,
  dispatchEvent,
  endBuild,
  failPayment,
} from "@/e2e/support/notice-events.ts";
import { atTime, NIL_ID, setUpPlatform, signInAdmin, signInMember } from "@/e2e/support/platform.ts";
import {
  type Context,
  createContext,
  database,
  systemContext,
  type TenantContext,
} from "@/server/core/context.ts";
import { completeEnv } from "@/server/core/env/env.ts";
import { withTransaction } from "@/server/core/transactions.ts";
import { cancelBuild } from "@/server/domains/builds/end.ts";
import { queueBuild } from "@/server/domains/builds/service.ts";
import { replyToModerators, writeToPublisher } from "@/server/domains/listings/messages.ts";
import { UNDO_TIMEOUT_MS } from "@/server/domains/moderation/policy.ts";
import { decideListing } from "@/server/domains/moderation/service.ts";
import { dispatchEvents } from "./callbacks/dispatch-events.ts";
import { DIGEST_WINDOW_MS, MAX_MAILS_PER_WINDOW, sendDigest } from "./digest.ts";
import { recordExpiringTokens } from "./notices/tokens.ts";
import { notifySuperAdmins } from "./notify.ts";
import { listAppPreferences, setAppPreference, setPreference } from "./preferences.ts";

setUpPlatform();

const orm = () => database().systemDb.orm;
const system = () => systemContext("test");
beforeAll(() => {
  completeEnv({ NEXTAUTH_URL: "https://drydock.test" });
});

const userIdOf = ({ actor }: Context): string => (actor.kind === "user" ? actor.userId : NIL_ID);
const mailsTo = (ctx: Context) =>
  orm()
    .select()
    .from(mails)
    .where(eq(mails.userId, userIdOf(ctx)))
    .orderBy(asc(mails.id));
const headingsTo = async (ctx: Context) => (await mailsTo(ctx)).map(({ text }) => text?.split("\n")[0]);

const createFieldNotes = (ctx: TenantContext) =>
  createApp(orm(), { tenantId: ctx.tenant.id, name: "Field Notes" });

describe("a failed build", () => {
  it("is mailed to its author once, with the reason and a link to its line", async () => {
    const ctx = await signInMember();
    const app = await createFieldNotes(ctx);
    const build = await endBuild(ctx, app.id, "FAILED", {
      errorLog: "Compiling\nui/Home.swift:12:5: error: cannot find 'map' in scope\nBUILD FAILED",
    });
    await dispatch();
    const [mail, ...others] = await mailsTo(ctx);
    expect(others).toEqual([]);
    expect(mail).toMatchObject({
      kind: "BUILD_FAILED",
      subject: "Field Notes: iOS builds",
      thread: `build-line.${app.id}.IOS`,
    });
    expect(mail?.text).toContain("iOS, version 1.2.0, branch main");
    expect(mail?.text).toContain("cannot find 'map' in scope");
    expect(mail?.text).toContain(
      `https://drydock.test/builder/${ctx.tenant.slug}/apps/${app.id}/builds/${build.id}#error-L2`,
    );
    expect(mail?.text).toContain(`because you queued the build in ${ctx.tenant.name}.`);
  });

  it("follows the preference of its app, before that of the kind", async () => {
    const ctx = await signInMember();
    const own = createContext(ctx.actor);
    const [quiet, loud] = [await createFieldNotes(ctx), await createApp(orm(), { tenantId: ctx.tenant.id })];
    await setPreference(ctx, { kind: "BUILD_FAILED", bell: true, mail: false });
    await setAppPreference(own, { appId: loud.id, channels: { bell: false, mail: true } });
    await endBuild(ctx, quiet.id, "FAILED");
    expect(await headingsTo(ctx)).toEqual([]);
    await endBuild(ctx, loud.id, "FAILED");
    expect(await headingsTo(ctx)).toHaveLength(1);
    await setAppPreference(own, { appId: loud.id, channels: null });
    await endBuild(ctx, loud.id, "FAILED");
    expect(await headingsTo(ctx)).toHaveLength(1);
    expect((await listAppPreferences(own)).map(({ channels }) => channels)).toEqual([null, null]);
  });

  it("has no preference for the app of another tenant, and none without a session", async () => {
    const [ctx, other] = [await signInMember(), await signInMember("OWNER")];
    const app = await createFieldNotes(other);
    const channels = { bell: false, mail: false };
    await expect(
      setAppPreference(createContext(ctx.actor), { appId: app.id, channels }),
    ).rejects.toMatchObject({ code: "NOT_FOUND" });
    const token = createContext({
      kind: "token",
      tokenId: uuidv7(),
      userId: userIdOf(ctx),
      isEmailVerified: true,
    });
    await expect(setAppPreference(token, { appId: app.id, channels })).rejects.toMatchObject({
      code: "PERMISSION_DENIED",
    });
    await expect(listAppPreferences(token)).rejects.toMatchObject({ code: "PERMISSION_DENIED" });
  });
});

describe("a fixed build", () => {
  it("is mailed to the authors of the failed and the completed build, on its branch alone", async () => {
    const ctx = await signInMember();
    const colleague = await createUser(orm());
    await createMembership(orm(), { tenantId: ctx.tenant.id, userId: colleague.id, role: "DEVELOPER" });
    const { id: userId, email, name } = colleague;
    const other: TenantContext = {
      ...ctx,
      actor: { kind: "user", userId, email, name, isSuperAdmin: false, isEmailVerified: true },
    };
    const app = await createFieldNotes(ctx);
    await endBuild(ctx, app.id, "FAILED");
    await endBuild(other, app.id, "COMPLETED", { gitRef: "release" });
    const cancelled = await queueBuild(ctx, app.id, { platform: "IOS", version: "1.2.0", gitRef: "main" });
    await cancelBuild(ctx, cancelled.id);
    await endBuild(other, app.id, "COMPLETED");
    await endBuild(other, app.id, "COMPLETED");
    expect(await headingsTo(ctx)).toEqual(["Field Notes #1 failed", "Field Notes #4 fixed the iOS build"]);
    expect(await headingsTo(other)).toEqual(["Field Notes #4 fixed the iOS build"]);
  });
});

describe("a listing", () => {
  it("that was decided is mailed with reason, remedy and the whole comment", async () => {
    const ctx = await signInMember();
    const listing = await createListing(orm(), {
      tenantId: ctx.tenant.id,
      type: "THEME",
      name: "Nordic",
      submittedBy: userIdOf(ctx),
    });
    const comment = `It crashes.\n${"x".repeat(500)}`;
    await decideListing(await signInAdmin(), {
      listingId: listing.id,
      action: "reject",
      reason: "BROKEN",
      comment,
    });
    await dispatch();
    expect(await headingsTo(ctx)).toEqual([]);
    await dispatchEvents(atTime(system(), Date.now() + UNDO_TIMEOUT_MS));
    const [mail] = await mailsTo(ctx);
    expect(mail).toMatchObject({
      kind: "LISTING_DECIDED",
      subject: "Listing Nordic 1.0.0",
      thread: `listing.${listing.id}`,
    });
    expect(mail?.text).toContain("Reason: Does not work. Test the archive in a clean app");
    expect(mail?.text).toContain(`Moderator’s comment:\n\n${comment.replace(/^/gm, "> ")}\n`);
  });

  it("that a moderator or the publisher writes about is mailed to the other side", async () => {
    const [ctx, admin] = [await signInMember(), await signInAdmin()];
    const listing = await createListing(orm(), {
      tenantId: ctx.tenant.id,
      type: "THEME",
      name: "Nordic",
      submittedBy: userIdOf(ctx),
    });
    await writeToPublisher(admin, { listingId: listing.id, text: "Why the network permission?" });
    await dispatch();
    expect(await headingsTo(ctx)).toEqual(["New message about Nordic 1.0.0 from the moderators"]);
    expect((await mailsTo(ctx))[0]?.text).toContain("> Why the network permission?");
    expect(await headingsTo(admin)).toEqual([]);
    await replyToModerators(ctx, { listingId: listing.id, text: "To sync." });
    await dispatch();
    expect(await headingsTo(admin)).toEqual(["New message about Nordic 1.0.0 from the publisher"]);
    expect((await mailsTo(admin))[0]?.text).toContain(`/admin/moderation/${listing.id}`);
  });
});

it("a failed payment is mailed to owners with its amount", async () => {
  const ctx = await signInMember("OWNER");
  await failPayment(ctx, "Card declined");
  const [mail] = await mailsTo(ctx);
  expect(mail?.subject).toBe("Payment of €49.00 failed");
  expect(mail?.text).toContain("Reason: Card declined");
  expect(mail?.text).toContain(`you are an owner of ${ctx.tenant.name}`);
});

it("a token that expires is mailed to its user", async () => {
  const ctx = await signInMember();
  await createExpiringTokens(ctx, [{ name: "CI" }]);
  await recordExpiringTokens(system());
  await dispatch();
  const [mail] = await mailsTo(ctx);
  expect(mail?.subject).toBe("API token CI expires soon");
  expect(mail?.text).toContain("The API token CI (…abcd) expires on");
});

it("a held rollout is mailed once to a Super Admin who is its publisher, too", async () => {
  const ctx = await signInMember("OWNER");
  await orm()
    .update(users)
    .set({ platformRole: "SUPER_ADMIN" })
    .where(eq(users.id, userIdOf(ctx)));
  const id = system().newId();
  const counts = { builds: 10, failed: 5 };
  await dispatchEvent({
    type: "rollout.held",
    tenantId: ctx.tenant.id,
    subjectId: id,
    data: {
      rolloutId: id,
      listingId: id,
      type: "THEME",
      slug: "nordic",
      version: "1.0.1",
      state: "HELD",
      reason: "5 of 10 builds failed.",
      updated: 3,
      remaining: 7,
      before: counts,
      after: counts,
    },
  });
  expect(await headingsTo(ctx)).toEqual(["Rollout of nordic 1.0.1 is on hold"]);
});

it("a failing endpoint is mailed to Super Admins", async () => {
  const admin = await signInAdmin();
  await withTransaction(system(), ({ open: { tx } }) =>
    notifySuperAdmins(tx, system(), {
      kind: "CHANNEL_FAILING",
      title: "Endpoint CI was disabled",
      detail: "All deliveries failed for 5 days. New deliveries are on hold.",
      path: "/admin/notifications/1",
      action: "View endpoint",
    }),
  );
  const [mail] = await mailsTo(admin);
  expect(mail?.text).toContain("New deliveries are on hold.");
  expect(mail?.text).toContain("View endpoint:\nhttps://drydock.test/admin/notifications/1");
});

describe("a burst", () => {
  const FAILURES = 8;

  async function failMany() {
    const ctx = await signInMember();
    const app = await createFieldNotes(ctx);
    for (let count = 0; count < FAILURES; count += 1) await endBuild(ctx, app.id, "FAILED");
    return { ctx, app };
  }

  it("becomes some mails and one digest that lists the others", async () => {
    const { ctx } = await failMany();
    const userId = userIdOf(ctx);
    expect(await headingsTo(ctx)).toHaveLength(MAX_MAILS_PER_WINDOW);
    const [job, ...others] = await database().systemDb.sql<{ run_at: string }[]>`
      select run_at from graphile_worker.jobs where key = ${`send_digest ${userId} BUILD_FAILED`}`;
    expect(others).toEqual([]);
    const wait = new Date(job?.run_at ?? 0).getTime() - Date.now();
    expect(wait).toBeGreaterThan(DIGEST_WINDOW_MS - 60_000);
    for (let run = 0; run < 2; run += 1) await sendDigest(system(), { userId, kind: "BUILD_FAILED" });
    const digest = (await mailsTo(ctx))[MAX_MAILS_PER_WINDOW];
    expect(await headingsTo(ctx)).toHaveLength(MAX_MAILS_PER_WINDOW + 1);
    expect(digest?.subject).toBe("5 failed builds");
    const listed = [...(digest?.text?.matchAll(/^- Field Notes #(\d+) failed$/gm) ?? [])];
    expect(listed.map(([, number]) => Number(number))).toEqual([4, 5, 6, 7, 8]);
  });

  it("gives no digest once the user has turned the kind off", async () => {
    const { ctx } = await failMany();
    const userId = userIdOf(ctx);
    await setPreference(ctx, { kind: "BUILD_FAILED", bell: true, mail: false });
    await sendDigest(system(), { userId, kind: "BUILD_FAILED" });
    expect(await headingsTo(ctx)).toHaveLength(MAX_MAILS_PER_WINDOW);
    expect(await orm().select().from(digestEntries).where(eq(digestEntries.userId, userId))).toEqual([]);
  });
});

describe("external mode without a mail server", () => {
  afterEach(() => {
    completeEnv({ DRYDOCK_EMBEDDED: "true", NEXTAUTH_SECRET: "a-session-secret-for-tests-of-32-bytes" });
  });

  it("shows notices in the bell alone", async () => {
    const ctx = await signInMember();
    const app = await createFieldNotes(ctx);
    completeEnv({ DRYDOCK_EMBEDDED: "false", ...STRONG });
    await endBuild(ctx, app.id, "FAILED");
    expect(await headingsTo(ctx)).toEqual([]);
  });
});

const STRONG = {
  NEXTAUTH_SECRET: "k7Jq2vXw9ZbN4mTr8LhD1sYf6GcP3aEu",
  API_TOKEN_SECRET: "k7Jq2vXw9ZbN4mTr8LhD1sYf6GcP3aEu",
  BUILD_SERVER_SECRET: "k7Jq2vXw9ZbN4mTr8LhD1sYf6GcP3aEu",
};
