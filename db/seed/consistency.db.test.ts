import { createHash } from "node:crypto";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "@/e2e/support/database.ts";
import { LISTING_ACTIONS, nextStatus, REASONS } from "@/server/domains/listings/policy.ts";
import { EVENTS } from "@/server/events/event-types.ts";
import { precedenceKey } from "@/shared/version-key.ts";
import { type EventType, LISTING_TYPES, type ListingStatus } from "@/shared/vocabulary.ts";
import { seedDemo } from "./index.ts";

const NOW = new Date("2026-10-18T06:42:10.905Z");

/** Consistency of the demo data: its rows agree as if the platform had written them. */
let database: TestDatabase;
let sql: postgres.Sql;

beforeAll(async () => {
  database = await createTestDatabase();
  sql = postgres(database.url, { max: 1, connection: { "drydock.scope": "*" } });
  await seedDemo(database.url, { now: NOW });
});

afterAll(async () => {
  await sql.end();
  await database.drop();
});

describe("listings", () => {
  test("stand in every state, and approved ones of every type are there", async () => {
    const states =
      await sql`select status, count(*)::int as count from listings group by status order by status`;
    expect(states).toEqual([
      { status: "APPROVED", count: 15 },
      { status: "PENDING_APPROVAL", count: 6 },
      { status: "REJECTED", count: 4 },
      { status: "SUSPENDED", count: 2 },
      { status: "WITHDRAWN", count: 3 },
    ]);
    const approved = await sql`select distinct type from listings where status = 'APPROVED'`;
    expect(approved.map(({ type }) => type).sort()).toEqual([...LISTING_TYPES].sort());
  });

  test("that are featured are on the marketplace", async () => {
    const featured = await sql`select type, slug from featured_items order by position`;
    const shown = await sql`select type, slug from featured_items join marketplace_items using (type, slug)
      order by position`;
    expect(featured.length).toBeGreaterThan(2);
    expect(shown).toEqual(featured);
  });

  test("that are reported are on the marketplace, in their current version", async () => {
    const reports =
      await sql`select status, listing_id in (select listing_id from marketplace_items) as "isShown"
      from item_reports order by status`;
    expect(reports.map(({ status, isShown }) => [status, isShown])).toEqual([
      ["OPEN", true],
      ["OPEN", true],
      ["RESOLVED", true],
    ]);
  });

  test("have the state that their decisions led to, step by step as the policy allows", async () => {
    const listings = await sql`select l.status, l.submitted_at, l.decided_at, (
        select coalesce(json_agg(json_build_object('action', d.action, 'wait', d.wait_seconds, 'at', d.decided_at)
          order by d.decided_at), '[]') from listing_decisions d where d.listing_id = l.id
      ) as decisions from listings l`;
    for (const { status, submitted_at, decided_at, decisions } of listings) {
      let before: ListingStatus = "PENDING_APPROVAL";
      let last = submitted_at.getTime();
      for (const { action, wait, at } of decisions) {
        expect(LISTING_ACTIONS.map((act) => nextStatus(before, act))).toContain(action);
        const decidedAt = new Date(at).getTime();
        expect(decidedAt).toBeGreaterThan(last);
        const isVerdict = before === "PENDING_APPROVAL" && action !== "WITHDRAWN";
        expect(wait).toBe(isVerdict ? Math.round((decidedAt - submitted_at.getTime()) / 1_000) : null);
        before = action;
        last = decidedAt;
      }
      expect(status).toBe(before);
      expect(decided_at?.getTime() ?? submitted_at.getTime()).toBe(last);
    }
  });

  test("were refused for reasons that moderators can choose", async () => {
    const given = await sql`select distinct reason from listing_decisions where reason is not null`;
    expect(given.length).toBeGreaterThan(3);
    expect(Object.keys(REASONS)).toEqual(expect.arrayContaining(given.map(({ reason }) => reason)));
  });

  test("are enough for a typical wait", async () => {
    const [outlook] = await sql`select o.* from listings l, listing_queue_position(l.submitted_at, l.id) o
      where l.status = 'PENDING_APPROVAL' limit 1`;
    expect(outlook).toMatchObject({ pending: 6, decisions: 22 });
  });

  test("rise in version under a slug that is tied to their entity", async () => {
    const slugs = await sql`select l.type, l.slug, array_agg(l.version order by l.submitted_at) as versions,
        array_agg(l.version_key order by l.submitted_at) as keys,
        bool_and(coalesce(l.app_plugin_id, l.theme_id, l.system_plugin_id) = c.entity_id) as tied
      from listings l left join slug_claims c on (c.type, c.slug, c.tenant_id) = (l.type, l.slug, l.tenant_id)
      group by l.type, l.slug`;
    expect(slugs).toHaveLength(12);
    for (const { slug, versions, keys, tied } of slugs) {
      expect(versions.length, slug).toBeGreaterThan(1);
      expect(keys).toEqual(versions.map(precedenceKey));
      expect(keys).toEqual([...keys].sort());
      expect(tied, slug).toBe(true);
    }
  });
});

test("every change of state has its one audit row", async () => {
  const [missing] = await sql`select
    (select count(*)::int from listings l where (select count(*) from audit_log a where a.subject_id = l.id::text)
      <> 1 + (select count(*) from listing_decisions d where d.listing_id = l.id)) as listings,
    (select count(*)::int from builds b where (select count(*) from audit_log a where a.subject_id = b.id::text)
      <> 1 + (select count(*) from build_reports r where r.build_id = b.id and r.applied)) as builds,
    (select count(*)::int from api_tokens t where (select count(*) from audit_log a where a.subject_id = t.id::text)
      <> case when t.revoked_at is null then 1 else 2 end) as tokens`;
  expect(missing).toEqual({ listings: 0, builds: 0, tokens: 0 });
  expect((await sql`select from audit_log where actor_id is null`).length).toBe(0);
});

test("tokens are alive, expired and revoked", async () => {
  const [tokens] = await sql`select
    count(*) filter (where revoked_at is null and expires_at > ${NOW})::int as alive,
    count(*) filter (where revoked_at is null and expires_at <= ${NOW})::int as expired,
    count(revoked_at)::int as revoked from api_tokens`;
  expect(tokens).toEqual({ alive: 4, expired: 2, revoked: 1 });
});

test("money moved at both providers, in three currencies, and each event is one of its provider's", async () => {
  const payments = await sql`select distinct provider, currency from payments order by 1, 2`;
  expect(payments.map(({ provider, currency }) => `${provider} ${currency}`)).toEqual([
    "PAYPAL EUR",
    "PAYPAL JPY",
    "PAYPAL USD",
    "STRIPE EUR",
    "STRIPE JPY",
    "STRIPE USD",
  ]);
  const events = await sql`select event_id, type, payload::json as event from billing_events`;
  for (const { event_id, type, event } of events) {
    expect([event.id, event.type ?? event.event_type]).toEqual([event_id, type]);
  }
  const unheard = await sql`select from payments p where not exists (
    select from billing_events e where e.state = 'APPLIED' and position(p.provider_payment_id in e.payload) > 0)`;
  expect(unheard).toHaveLength(0);
  const yen =
    await sql`select payload from billing_events where payload like '%JPY%' and payload ~ '[0-9]\\.[0-9]{2}"'`;
  expect(yen).toHaveLength(0);
});

test("callbacks were delivered, given up, parked and put off, and whatever is sent goes nowhere", async () => {
  const states = await sql`select d.state, bool_and(d.attempt_count = a.count) as counted,
      bool_and((d.state = 'DELIVERED') = coalesce(a.succeeded, false)) as agrees, max(a.count)::int as most
    from deliveries d, lateral (
      select count(*), bool_or(succeeded) as succeeded from delivery_attempts where delivery_id = d.id
    ) a group by d.state order by d.state`;
  expect(states).toEqual([
    { state: "DEAD", counted: true, agrees: true, most: 8 },
    { state: "DELIVERED", counted: true, agrees: true, most: 4 },
    { state: "PARKED", counted: true, agrees: true, most: 0 },
    { state: "PENDING", counted: true, agrees: true, most: expect.any(Number) },
  ]);
  const open = await sql`select url from notification_channels where paused_at is null`;
  expect(open.map(({ url }) => new URL(url).hostname)).toEqual(["hooks.release-board.invalid"]);
  expect(
    await sql`select from deliveries where state = 'PENDING' and next_attempt_at <= ${NOW}`,
  ).toHaveLength(0);
});

test("events carry what their schemas promise, and deliveries their events' numbers", async () => {
  const events = await sql`select type, data from domain_events`;
  for (const { type, data } of events) {
    expect(EVENTS[type as EventType].data.safeParse(data).error, type).toBeUndefined();
  }
  expect(
    await sql`select from deliveries d join domain_events e on e.id = d.event_id
      where (d.sequence, d.subject_id) is distinct from (e.sequence, e.subject_id)`,
  ).toHaveLength(0);
});

test("installations name versions that were approved then, with consent, and builds carry them", async () => {
  const installed =
    await sql`select i.tenant_id, i.app_id, l.status, i.updated_at > l.submitted_at as follows,
      requested_permissions(l) <@ i.accepted_permissions as has_consent, d.is_outdated, d.current_permissions,
      i.accepted_permissions
    from installations i join listings l on l.id = i.listing_id
    cross join lateral describe_installed_versions(array[l.id]) d`;
  expect(installed.every(({ follows, has_consent }) => follows && has_consent)).toBe(true);
  const isOutdated = installed.filter(({ status, is_outdated }) => status === "APPROVED" && is_outdated);
  const needsConsent = isOutdated.filter(({ current_permissions, accepted_permissions }) =>
    current_permissions.some((name: string) => !accepted_permissions.includes(name)),
  );
  expect(needsConsent.length).toBeGreaterThan(0);
  expect(needsConsent.length).toBeLessThan(isOutdated.length);
  expect(installed.map(({ status }) => status)).toContain("WITHDRAWN");
  const inputs = await sql`select f.look, input ->> 'type' as type, input ->> 'sha256' as sha256,
      (input ->> 'version', l.type, input ->> 'slug') = (l.version, input ->> 'type', l.slug) as agrees
    from build_inputs f, jsonb_array_elements(f.inputs) input
    left join listings l on l.id = (input ->> 'listingId')::uuid`;
  expect(inputs.length).toBeGreaterThan(100);
  for (const { look, type, sha256, agrees } of inputs) {
    expect(agrees).toBe(true);
    if (type === "THEME") expect(createHash("sha256").update(look).digest("hex")).toBe(sha256);
  }
});

test("people were told lately, and have not read all of it", async () => {
  const kinds = await sql`select kind, count(*) filter (where read_at is null)::int as unread from notices
    group by kind order by kind`;
  expect(kinds.map(({ kind }) => kind)).toEqual(["BUILD_FAILED", "CHANNEL_FAILING", "LISTING_DECIDED"]);
  expect(kinds.reduce((sum, { unread }) => sum + unread, 0)).toBeGreaterThan(2);
});
