import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import {
  createApp,
  createBuild,
  createListing,
  createMembership,
  createTenant,
  createUser,
} from "@/db/factories.ts";
import { apiTokens, auditLog, itemReports } from "@/db/schema/index.ts";
import { NIL_ID, setUpPlatform, signInAdmin, signInMember } from "@/e2e/support/platform.ts";
import { AUDIT_SUBJECT_TYPES, auditRow } from "@/server/core/audit.ts";
import { database, systemContext } from "@/server/core/context.ts";
import { exportAudit } from "./export.ts";
import { AuditFilters, ExportAudit, ListAuditEntries } from "./input.ts";
import { getAuditEntry, listAuditActions, listAuditEntries } from "./list-entries.ts";

setUpPlatform();

type Row = Partial<typeof auditLog.$inferInsert>;

/** Entries of a new tenant, which isolates the tests. */
async function keepEntries(rows: Row[]) {
  const { orm } = database().systemDb;
  const tenant = await createTenant(orm);
  const system = systemContext("test");
  const entries = rows.map((row) => ({
    ...auditRow(system, "tenant.rename", { type: "tenant", id: tenant.id, tenantId: tenant.id }),
    ...row,
  }));
  await orm.insert(auditLog).values(entries);
  return { tenant, ids: entries.map(({ id }) => id) };
}

const day = (date: number, hour = 12) => new Date(Date.UTC(2031, 4, date, hour));
const filters = (input: object) => ListAuditEntries.parse(input);

async function idsBy(input: object): Promise<string[]> {
  const { entries } = await listAuditEntries(await signInAdmin(), filters({ limit: 100, ...input }));
  return entries.map(({ id }) => id);
}

async function exported(input: object): Promise<string> {
  const admin = await signInAdmin();
  let file = "";
  for await (const piece of exportAudit(admin, ExportAudit.parse(input))) file += piece;
  return file;
}

describe("listAuditEntries", () => {
  it("pages through the log, newest first", async () => {
    const { tenant, ids } = await keepEntries([1, 2, 3, 4, 5].map((date) => ({ at: day(date) })));
    const admin = await signInAdmin();
    const seen: string[] = [];
    let cursor: string | null | undefined;
    do {
      const page = await listAuditEntries(
        admin,
        filters({ tenant: tenant.slug, limit: 2, ...(cursor && { cursor }) }),
      );
      seen.push(...page.entries.map(({ id }) => id));
      cursor = page.nextCursor;
    } while (cursor);
    expect(seen).toEqual([...ids].reverse());
  });

  it("filters by tenant, action, subject and days, alone and combined", async () => {
    const subjectId = systemContext("test").newId();
    const { tenant, ids } = await keepEntries([
      { at: day(1, 0), action: "tenant.suspend" },
      { at: day(2, 23), subjectType: "user", subjectId },
      { at: day(3, 0), action: "tenant.suspend", subjectType: "user", subjectId },
    ]);
    const [first, second, third] = ids;
    expect(await idsBy({ tenant: tenant.id.toUpperCase() })).toEqual([third, second, first]);
    expect(await idsBy({ tenant: tenant.slug, action: "tenant.suspend" })).toEqual([third, first]);
    expect(await idsBy({ subject: subjectId })).toEqual([third, second]);
    expect(await idsBy({ tenant: tenant.slug, since: "2031-05-02", until: "2031-05-02" })).toEqual([second]);
    expect(await idsBy({ tenant: "no-such-tenant" })).toEqual([]);
  });

  it("names subjects, but none that are gone or have no name", async () => {
    const { orm } = database().systemDb;
    const [user, owner] = [await createUser(orm, { name: "Mia" }), await createTenant(orm)];
    const app = await createApp(orm, { tenantId: owner.id, name: "Field Notes" });
    const build = await createBuild(orm, { tenantId: owner.id, appId: app.id });
    const listing = await createListing(orm, { tenantId: owner.id, type: "THEME", status: "APPROVED" });
    const report = { id: user.id, listingId: listing.id, reason: "OTHER" as const, text: "It is slow." };
    await orm.insert(itemReports).values({ ...report, reportedAt: new Date() });
    const subjects = [
      ["app", app.id, "Field Notes"],
      ["build", build.id, `Field Notes #${build.number}`],
      ["membership", user.id, "Mia"],
      ["tenant", owner.id, owner.name],
      ["worker", "mac-7", "mac-7"],
      ["item_report", report.id, listing.name],
      ...AUDIT_SUBJECT_TYPES.filter((type) => type !== "worker" && type !== "featured_item").map(
        (type) => [type, NIL_ID, null] as const,
      ),
      ["channel", "no id", null],
      ["featured_item", "theme/nordic", "theme/nordic"],
    ] as const;
    const { tenant, ids } = await keepEntries(
      subjects.map(([subjectType, subjectId]) => ({ subjectType, subjectId })),
    );
    const admin = await signInAdmin();
    const { entries } = await listAuditEntries(
      admin,
      ListAuditEntries.parse({ tenant: tenant.slug, limit: 100 }),
    );
    const names = ids.map((id) => entries.find((entry) => entry.id === id)?.subject.name);
    expect(names).toEqual(subjects.map(([, , name]) => name));
  });

  it("filters by actor and names users, tokens, workers, providers and system processes", async () => {
    const { orm } = database().systemDb;
    const person = await createUser(orm, { name: "Ada" });
    const { tenant, ids } = await keepEntries([
      { actorKind: "user", actorId: person.id },
      { actorKind: "worker", actorId: "mac-7" },
      { actorKind: "provider", actorId: "STRIPE" },
      { actorKind: "system", actorId: "leases" },
    ]);
    await createMembership(orm, { tenantId: tenant.id, userId: person.id });
    const [token] = await orm
      .insert(apiTokens)
      .values({
        id: systemContext("test").newId(),
        tenantId: tenant.id,
        userId: person.id,
        name: "ci",
        permissions: [],
        lastFour: "abcd",
        expiresAt: day(1),
      })
      .returning();
    const byToken = auditRow(systemContext("test"), "listing.publish", {
      type: "listing",
      id: tenant.id,
      tenantId: tenant.id,
    });
    await orm.insert(auditLog).values({ ...byToken, actorKind: "token", actorId: token?.id ?? "" });
    expect(await idsBy({ tenant: tenant.slug, actor: person.email.toUpperCase() })).toEqual([ids[0]]);
    expect(await idsBy({ tenant: tenant.slug, actor: person.id })).toEqual([ids[0]]);
    expect(await idsBy({ tenant: tenant.slug, actor: "mac-7" })).toEqual([ids[1]]);
    expect(await idsBy({ tenant: tenant.slug, actor: "stripe" })).toEqual([ids[2]]);
    expect(await idsBy({ tenant: tenant.slug, actor: "leases" })).toEqual([ids[3]]);
    expect(await idsBy({ actor: "nobody@drydock.test" })).toEqual([]);
    expect(await idsBy({ tenant: tenant.slug, by: "people" })).toEqual([ids[0]]);
    expect((await idsBy({ tenant: tenant.slug, by: "machines" })).toSorted()).toEqual(
      [...ids.slice(1), byToken.id].toSorted(),
    );
    expect(AuditFilters.safeParse({ by: "nobody" }).success).toBe(false);
    const admin = await signInAdmin();
    await expect(getAuditEntry(admin, byToken.id)).resolves.toMatchObject({
      actor: { kind: "token", name: "Ada (token ci)", userId: person.id },
      tenant: { slug: tenant.slug },
    });
    await expect(getAuditEntry(admin, NIL_ID)).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  it("reads each filter from an index up to the end of the page", async () => {
    const plans = [
      sql`tenant_id = ${systemContext("test").newId()}::uuid`,
      sql`action = 'tenant.suspend'`,
      sql`actor_kind = 'user' and actor_id = 'x'`,
      sql`at >= now()`,
      sql`actor_kind = 'user'`,
      sql`actor_kind <> 'user'`,
    ];
    for (const filter of plans) {
      const plan = await database().systemDb.orm.transaction(async (tx) => {
        await tx.execute(sql`set local enable_seqscan = off`);
        await tx.execute(sql`set local enable_bitmapscan = off`);
        return tx.execute(
          sql`explain select * from audit_log where ${filter} order by at desc, id desc limit 50`,
        );
      });
      const text = JSON.stringify([...plan]);
      expect(text).toContain("Index Scan using audit_log_");
      expect(text).not.toContain("Sort");
    }
  });

  it("lists every action once", async () => {
    const { tenant } = await keepEntries([
      { action: "a.first" },
      { action: "a.first" },
      { action: "b.second" },
    ]);
    const actions = await listAuditActions(await signInAdmin());
    expect(actions).toEqual(expect.arrayContaining(["a.first", "b.second"]));
    expect(actions).toEqual([...new Set(actions)].sort());
    expect(tenant).toBeDefined();
  });
});

describe("exportAudit", () => {
  it("exports all matching entries as JSON lines, across batches", async () => {
    const { tenant, ids } = await keepEntries(
      Array.from({ length: 1_203 }, (_, index) => ({
        at: new Date(day(1).getTime() + Math.floor(index / 7)),
      })),
    );
    const file = await exported({ format: "jsonl", tenant: tenant.slug });
    const seen = file
      .trimEnd()
      .split("\n")
      .map((line) => (JSON.parse(line) as { id: string }).id);
    expect(seen).toHaveLength(1_203);
    expect(new Set(seen)).toEqual(new Set(ids));
  });

  it("exports CSV without cells that a spreadsheet evaluates", async () => {
    const { tenant } = await keepEntries([
      { actorKind: "worker", actorId: '=cmd|"/c calc"!A1', before: { name: "a,b" }, after: { name: '"q"' } },
    ]);
    const [head, line, ...rest] = (await exported({ format: "csv", tenant: tenant.slug })).split("\r\n");
    expect(head).toMatch(/^at,actor_kind,actor_id,/);
    expect(line).toContain(`worker,"'=cmd|""/c calc""!A1"`);
    expect(line).toContain('"{""name"":""a,b""}"');
    expect(rest).toEqual([""]);
  });

  it("exports only the header when a filter matches no actor", async () => {
    const file = await exported({ format: "csv", tenant: "no-such-tenant" });
    expect(file.split("\r\n")).toHaveLength(2);
  });
});

describe("the audit log", () => {
  it("is for Super Admins only", async () => {
    const [owner, developer] = [await signInMember("OWNER"), await signInMember()];
    for (const ctx of [owner, developer, systemContext("public")]) {
      const denied = { code: "PERMISSION_DENIED" };
      await expect(listAuditEntries(ctx, filters({}))).rejects.toMatchObject(denied);
      await expect(getAuditEntry(ctx, ctx.newId())).rejects.toMatchObject(denied);
      await expect(listAuditActions(ctx)).rejects.toMatchObject(denied);
      expect(() => exportAudit(ctx, ExportAudit.parse({ format: "csv" }))).toThrow("Super Admin");
    }
  });

  it.each(["2031-02-30", "0000-01-01", "yesterday", "2031-1-1"])("rejects the day %j", (since) => {
    expect(AuditFilters.safeParse({ since }).success).toBe(false);
  });
});
