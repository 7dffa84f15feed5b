import { asc, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { createApp, createBuild, createEntity } from "@/db/factories.ts";
import { domainEvents } from "@/db/schema/index.ts";
import { setUpPlatform, signInAdmin, signInMember } from "@/e2e/support/platform.ts";
import { createContext, database, type TenantContext } from "@/server/core/context.ts";
import { dryRun } from "@/server/core/transactions.ts";
import { createToken } from "@/server/domains/accounts/tokens/service.ts";
import { reportBuild } from "@/server/domains/builds/report.ts";
import { queueBuild } from "@/server/domains/builds/service.ts";
import { publishListing } from "@/server/domains/listings/publish.ts";
import { withdrawListing } from "@/server/domains/listings/service.ts";
import { decideListing } from "@/server/domains/moderation/service.ts";
import { REPORTED_STATUSES } from "@/shared/vocabulary.ts";
import { EVENTS } from "./event-types.ts";

setUpPlatform();

const eventsOf = (subjectId: string) =>
  database()
    .systemDb.orm.select()
    .from(domainEvents)
    .where(eq(domainEvents.subjectId, subjectId))
    .orderBy(asc(domainEvents.sequence));

/** Types of the stored events, after validation by their schemas. */
async function typesOf(subjectId: string): Promise<string[]> {
  const events = await eventsOf(subjectId);
  for (const { type, data, version } of events) {
    expect(EVENTS[type].data.strict().parse(data)).toEqual(data);
    expect(version).toBe(EVENTS[type].version);
  }
  return events.map(({ type }) => type);
}

async function publish(ctx: TenantContext, version = "1.0.0") {
  const tenantId = ctx.tenant.id;
  const entity = await createEntity(ctx.open?.tx ?? database().systemDb.orm, { type: "THEME", tenantId });
  const { id: themeId, slug } = entity;
  return publishListing(ctx, {
    type: "THEME",
    name: "A theme",
    slug,
    version,
    description: "Looks.",
    themeId,
  });
}

const worker = () => createContext({ kind: "worker", workerId: null });

describe("a listing", () => {
  it("records its submission and each decision", async () => {
    const [ctx, admin] = [await signInMember(), await signInAdmin()];
    const approved = await publish(ctx);
    await decideListing(admin, { listingId: approved.id, action: "approve" });
    await withdrawListing(ctx, approved.id);
    expect(await typesOf(approved.id)).toEqual([
      "listing.submitted",
      "listing.approved",
      "listing.withdrawn",
    ]);
    const rejected = await publish(ctx);
    await decideListing(admin, {
      listingId: rejected.id,
      action: "reject",
      reason: "BROKEN",
      comment: "No.",
    });
    expect(await typesOf(rejected.id)).toEqual(["listing.submitted", "listing.rejected"]);
    const [, rejection] = await eventsOf(rejected.id);
    expect(rejection).toMatchObject({
      tenantId: ctx.tenant.id,
      data: { listingId: rejected.id, status: "REJECTED", reason: "BROKEN", comment: "No." },
    });
  });

  it("records nothing after a rollback", async () => {
    const ctx = await signInMember();
    const listing = await dryRun(ctx, (joined) => publish(joined));
    expect(await eventsOf(listing.id)).toEqual([]);
  });
});

describe("a build", () => {
  it("records that it was queued, started and ended, once each", async () => {
    const ctx = await signInMember();
    const app = await createApp(database().systemDb.orm, { tenantId: ctx.tenant.id });
    const { id: buildId } = await queueBuild(ctx, app.id, { platform: "ANDROID", version: "1.0.0" });
    for (const status of ["IN_PROGRESS", "IN_PROGRESS", "COMPLETED", "COMPLETED", "IN_PROGRESS"] as const) {
      await reportBuild(worker(), { buildId, status, workerId: "w1", sizeBytes: "9007199254740993" });
    }
    expect(await typesOf(buildId)).toEqual(["build.queued", "build.started", "build.completed"]);
    const [, , completed] = await eventsOf(buildId);
    expect(completed?.data).toMatchObject({
      sizeBytes: "9007199254740993",
      artifactPath: null,
      workerId: "w1",
    });
  });

  it.each(REPORTED_STATUSES)("records one event for %s as the first report", async (status) => {
    const { orm } = database().systemDb;
    const ctx = await signInMember();
    const app = await createApp(orm, { tenantId: ctx.tenant.id });
    const build = await createBuild(orm, { tenantId: ctx.tenant.id, appId: app.id });
    await reportBuild(worker(), {
      buildId: build.id,
      status,
      errorLog: `${"x".repeat(5_000)}\u001b[31mthe end`,
    });
    const [type] = await typesOf(build.id);
    const [event] = await eventsOf(build.id);
    expect(type).toBe(
      { IN_PROGRESS: "build.started", COMPLETED: "build.completed", FAILED: "build.failed" }[status],
    );
    if (status !== "FAILED") return;
    const { errorLogTail } = EVENTS["build.failed"].data.parse(event?.data);
    expect(errorLogTail).toMatch(/^x+.\[31mthe end$/);
    expect(errorLogTail).toHaveLength(2_000);
  });
});

it("records the creation of a token without its secret", async () => {
  const ctx = await signInMember();
  const { id, token } = await createToken(ctx, { name: "CI", permissions: ["BUILDS_READ"], expires: 3_600 });
  expect(await typesOf(id)).toEqual(["security.token_created"]);
  expect(JSON.stringify((await eventsOf(id))[0]?.data)).not.toContain(token.slice(-12));
});
