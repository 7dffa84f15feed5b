import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { POST } from "@/app/api/reports/[type]/[slug]/route.ts";
import { createListing, createTenant } from "@/db/factories.ts";
import { auditLog, itemReports } from "@/db/schema/index.ts";
import { NIL_ID, setUpPlatform, signInAdmin, signInMember } from "@/e2e/support/platform.ts";
import { RATE_LIMITS } from "@/server/auth/rate-limits/rate-limiter.ts";
import { database, systemContext } from "@/server/core/context.ts";
import { read } from "@/server/core/transactions.ts";
import { CreateItemReport, ListItemReports } from "./input.ts";
import { closeItemReport, createItemReport, listItemReports } from "./service.ts";

setUpPlatform();

const orm = () => database().systemDb.orm;
const visitor = () => systemContext("public");
const ownAddress = () => `address ${randomUUID()}`;
const TEXT = "It sends photos to a server.";

async function publish(status: "APPROVED" | "PENDING_APPROVAL" = "APPROVED") {
  const { id: tenantId } = await createTenant(orm());
  const { id, type, slug } = await createListing(orm(), { type: "THEME", status, tenantId });
  return { listingId: id, key: { type, slug } };
}

const auditOf = async (id: string) =>
  (await orm().select().from(auditLog).where(eq(auditLog.subjectId, id)))
    .sort((one, other) => one.at.getTime() - other.at.getTime())
    .map(({ action, tenantId, actorId, before, after }) => ({ action, tenantId, actorId, before, after }));

it("takes reports with and without a session, and closes each once with a note, audited", async () => {
  const [admin, member] = [await signInAdmin(), await signInMember("VIEWER")];
  const { key, listingId } = await publish();
  const input = { ...key, reason: "PRIVACY", text: TEXT } as const;
  const fromVisitor = await createItemReport(visitor(), input, ownAddress());
  const fromMember = await createItemReport({ ...visitor(), actor: member.actor }, input, ownAddress());
  const open = async () => (await listItemReports(admin, ListItemReports.parse({}))).reports;
  const { userId, name } = member.actor;
  expect(await open()).toMatchObject([
    { ...fromMember, listingId, reason: "PRIVACY", text: TEXT, reporter: { userId, name }, status: "OPEN" },
    { ...fromVisitor, ...key, version: "1.0.0", reporter: null },
  ]);

  await closeItemReport(admin, { reportId: fromVisitor.id, status: "RESOLVED", note: "Suspended it" });
  await closeItemReport(admin, { reportId: fromMember.id, status: "DISMISSED", note: "Duplicate" });
  expect(await open()).toEqual([]);
  const { reports } = await listItemReports(admin, ListItemReports.parse({ status: "DISMISSED" }));
  expect(reports).toMatchObject([{ ...fromMember, note: "Duplicate", closedBy: admin.actor.name }]);
  const again = closeItemReport(admin, { reportId: fromVisitor.id, status: "DISMISSED", note: "x" });
  await expect(again).rejects.toMatchObject({ code: "INVALID_TRANSITION" });
  const unknown = closeItemReport(admin, { reportId: NIL_ID, status: "DISMISSED", note: "x" });
  await expect(unknown).rejects.toMatchObject({ code: "NOT_FOUND" });

  const item = `theme/${key.slug}`;
  const created = { action: "item_report.create", tenantId: null, before: null };
  const before = { status: "OPEN" };
  const closed = { tenantId: null, actorId: admin.actor.userId, before };
  expect(await auditOf(fromVisitor.id)).toEqual([
    { ...created, actorId: "public", after: { item, reason: "PRIVACY" } },
    { ...closed, action: "item_report.resolve", after: { status: "RESOLVED", note: "Suspended it" } },
  ]);
  expect(await auditOf(fromMember.id)).toEqual([
    { ...created, actorId: userId, after: { item, reason: "PRIVACY" } },
    { ...closed, action: "item_report.dismiss", after: { status: "DISMISSED", note: "Duplicate" } },
  ]);
});

it("refuses items that are not on the marketplace, and too many reports from one address", async () => {
  const { key } = await publish();
  const pending = await publish("PENDING_APPROVAL");
  const report = { reason: "BROKEN", text: TEXT } as const;
  const hidden = createItemReport(visitor(), { ...pending.key, ...report }, ownAddress());
  await expect(hidden).rejects.toMatchObject({ code: "NOT_FOUND" });
  const address = ownAddress();
  for (let count = 0; count < RATE_LIMITS["report-address"].points; count += 1)
    await createItemReport(visitor(), { ...key, ...report }, address);
  const oneTooMany = () => createItemReport(visitor(), { ...key, ...report }, address);
  await expect(oneTooMany()).rejects.toMatchObject({ code: "RATE_LIMITED" });
  await createItemReport(visitor(), { ...key, ...report }, ownAddress());
});

it("hides reports from owners of tenants, their own items' included", async () => {
  const owner = await signInMember("OWNER");
  const { slug, type } = await createListing(orm(), {
    type: "THEME",
    status: "APPROVED",
    tenantId: owner.tenant.id,
  });
  const { id: reportId } = await createItemReport(
    visitor(),
    { type, slug, reason: "OTHER", text: TEXT },
    ownAddress(),
  );
  for (const ctx of [owner, visitor()]) {
    for (const call of [
      () => listItemReports(ctx, ListItemReports.parse({})),
      () => closeItemReport(ctx, { reportId, status: "DISMISSED", note: "x" }),
    ]) {
      await expect(call()).rejects.toMatchObject({ code: "PERMISSION_DENIED" });
    }
  }
  expect(await read(owner, (tx) => tx.$count(itemReports))).toBe(0);
});

it.each([
  { reason: "RUDE" },
  { text: "too short" },
  { text: "x".repeat(2_001) },
  { text: "with a bell \u0007 in it" },
  { text: "‮ reversed text" },
])("refuses a report with %j", (fields) => {
  const report = { type: "THEME", slug: "paper-trail", reason: "OTHER", text: TEXT };
  expect(CreateItemReport.safeParse(report).success).toBe(true);
  expect(CreateItemReport.safeParse({ ...report, ...fields }).success).toBe(false);
});

describe("the form", () => {
  const ORIGIN = "https://drydock.example";
  const send = (slug: string, body: string, headers: Record<string, string> = {}) =>
    POST(
      new Request(`${ORIGIN}/api/reports/theme/${slug}`, {
        method: "POST",
        headers: {
          host: "drydock.example",
          origin: ORIGIN,
          "content-type": "application/x-www-form-urlencoded",
          "x-forwarded-for": "192.0.2.77",
          ...headers,
        },
        body,
      }),
      { params: Promise.resolve({ type: "theme", slug }) },
    );
  const form = new URLSearchParams({ reason: "MISLEADING", text: TEXT }).toString();

  it("leads back to the page, and says what became of the report", async () => {
    const { key, listingId } = await publish();
    const page = `/marketplace/theme/${key.slug}/report`;
    const sent = await send(key.slug, form);
    expect([sent.status, sent.headers.get("location")]).toEqual([303, `${page}?sent=1`]);
    const refused = await send(key.slug, "reason=MISLEADING&text=short");
    expect([refused.status, refused.headers.get("location")]).toEqual([
      303,
      `${page}?problem=VALIDATION_FAILED`,
    ]);
    const stored = await orm().select().from(itemReports).where(eq(itemReports.listingId, listingId));
    expect(stored).toMatchObject([{ reason: "MISLEADING", text: TEXT, reporterId: null }]);
    for (let count = 1; count < RATE_LIMITS["report-address"].points; count += 1) await send(key.slug, form);
    const limited = await send(key.slug, form);
    expect(limited.headers.get("location")).toBe(`${page}?problem=RATE_LIMITED`);
  });

  it.each([
    ["another origin", { origin: "https://evil.example" }, 403],
    ["no origin", { origin: "" }, 403],
    ["another site", { "sec-fetch-site": "cross-site" }, 403],
    ["another media type", { "content-type": "text/plain" }, 415],
  ])("refuses %s", async (_, headers, status) => {
    const { key, listingId } = await publish();
    expect((await send(key.slug, form, headers)).status).toBe(status);
    expect(await orm().$count(itemReports, eq(itemReports.listingId, listingId))).toBe(0);
  });

  it("refuses a long body and knows no other items", async () => {
    const { key } = await publish();
    expect((await send(key.slug, `${form}&more=${"x".repeat(40_000)}`)).status).toBe(413);
    expect((await send("no-such-item", form, { "x-forwarded-for": "192.0.2.78" })).status).toBe(404);
  });
});
