import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { setUpPlatform, signInMember } from "@/e2e/support/platform.ts";
import { database } from "@/server/core/context.ts";
import { read, writeUnaudited } from "@/server/core/transactions.ts";
import { createApp, createAuditEntry, createBuild, createListing } from "./factories.ts";
import { apps, builds, listings } from "./schema/index.ts";

setUpPlatform();

/** Tables without row-level security, each with its reason. */
const OPEN = {
  audit_log: "tenants read it through the service only; most rows are the platform's",
  billing_events: "arrive before anyone knows whose they are",
  domain_events: "delivered by the platform",
  marketplace_items: "hold what everybody may see, and nothing else",
  notification_channels: "belong to Super Admins",
  slug_claims: "a name is taken for everybody",
};

describe("row-level security", () => {
  it("stands before every table that carries a tenant", async () => {
    const rows = await database().systemDb.orm.execute<{ table: string; isIsolated: boolean }>(sql`
      select c.relname as table, c.relrowsecurity and c.relforcerowsecurity as "isIsolated"
      from pg_class c join pg_attribute a on a.attrelid = c.oid
      where a.attname = 'tenant_id' and c.relkind = 'r' and c.relnamespace = 'public'::regnamespace`);
    expect(
      rows
        .filter((row) => !row.isIsolated)
        .map((row) => row.table)
        .sort(),
    ).toEqual(Object.keys(OPEN));
    expect(rows.filter((row) => row.isIsolated).length).toBeGreaterThan(10);
  });

  it("asks for the scope once in a statement, not for each row", async () => {
    const policies = await database().systemDb.orm.execute<{ qual: string; with_check: string }>(
      sql`select qual, with_check from pg_policies where schemaname = 'public'`,
    );
    for (const { qual, with_check } of policies) {
      expect(qual).toContain("( SELECT required_scope()");
      expect(with_check).toBe(qual);
    }
  });

  it("fails without a scope and shows only the tenant's rows within one, whatever the query forgets", async () => {
    const [ctx, other] = [await signInMember(), await signInMember()];
    const { orm } = database().systemDb;
    for (const tenantId of [ctx.tenant.id, other.tenant.id]) {
      const app = await createApp(orm, { tenantId });
      await createBuild(orm, { tenantId, appId: app.id });
      await createListing(orm, { tenantId, type: "THEME" });
    }
    for (const table of [apps, builds, listings]) {
      const unscoped = database().tenantDb.orm.select({ id: table.id }).from(table);
      await expect(unscoped).rejects.toMatchObject({ cause: { code: "42501" } });
      const seen = await read(ctx, (tx) => tx.select({ tenantId: table.tenantId }).from(table));
      expect(seen).toEqual([{ tenantId: ctx.tenant.id }]);
    }
  });

  it("lets no row in for another tenant", async () => {
    const [ctx, other] = [await signInMember(), await signInMember()];
    const theft = writeUnaudited(ctx, (tx) =>
      tx.insert(apps).values({
        id: ctx.newId(),
        tenantId: other.tenant.id,
        slug: "mine",
        name: "Mine",
        platforms: ["IOS"],
      }),
    );
    await expect(theft).rejects.toMatchObject({ cause: { code: "42501" } });
  });
});

describe("the audit log", () => {
  it.each(["update audit_log set action = 'x'", "delete from audit_log", "truncate audit_log"])(
    "refuses %s",
    async (statement) => {
      const { orm, sql: driver } = database().systemDb;
      await createAuditEntry(orm);
      await expect(driver.unsafe(statement)).rejects.toThrow("append-only");
    },
  );
});
