import { type SQL, sql } from "drizzle-orm";
import type { Reader } from "@/db/client.ts";
import { foldAddress } from "@/server/core/account-fields.ts";
import { requireSuperAdmin } from "@/server/core/authorize.ts";
import type { Context } from "@/server/core/context.ts";
import { hasWords, searchWords, slugOfAddress } from "@/server/core/sql-search.ts";
import { read } from "@/server/core/transactions.ts";
import { isUuid } from "@/shared/text/uuid.ts";
import { LISTING_TYPES, PAYMENT_PROVIDERS } from "@/shared/vocabulary.ts";
import { findBest, isPartOfId, lowerText, RESULT_LIMIT, SCAN_LIMIT } from "./find-best.ts";
import { findBuilds } from "./find-builds.ts";
import type { Search } from "./input.ts";
import { LISTING_TEXTS } from "./search-tenant.ts";
import type { FoundAuditEntry, FoundBillingEvent, FoundListing, FoundTenant, FoundUser } from "./view.ts";

/**
 * Search of all tenants, users, builds, listings, billing events and audit entries, for Super Admins. One bounded query for
 * each kind.
 * @throws AppError `PERMISSION_DENIED`
 */
export async function searchPlatform(ctx: Context, input: Search) {
  const { search } = input;
  return read(requireSuperAdmin(ctx), async (tx) => {
    const [tenants, users, builds, listings, billingEvents, auditEntries] = await Promise.all([
      findTenants(tx, search),
      findUsers(tx, foldAddress(search)),
      findBuilds(tx, input),
      findListings(tx, search),
      findBillingEvents(tx, search),
      findAuditEntries(tx, search),
    ]);
    return { tenants, users, builds, listings, billingEvents, auditEntries };
  });
}

const findTenants = (tx: Reader, search: string) =>
  findBest<FoundTenant>(tx, search, {
    rows: sql`
      select id, slug, name, suspended_at is not null as "isSuspended"
      from (${newestOrIndexed("tenants", sql`slug`, search)}) t`,
    texts: [sql`c.name`, sql`c.slug`],
    tieOrder: sql`c.id desc`,
  });

const findUsers = (tx: Reader, search: string) =>
  findBest<FoundUser>(tx, search, {
    rows: sql`
      select id, name, email, disabled_at is not null as "isDisabled"
      from (${newestOrIndexed("users", sql`email`, search)}) u`,
    texts: [sql`c.name`, sql`c.email`],
    tieOrder: sql`c.id desc`,
  });

/**
 * Rows that match: those among the newest, the one of that key or id, and, if the newest hold fewer matches than are shown,
 * all that the index of n-grams finds. Frequent words fill the results from the newest, so the cost is bounded either way.
 */
function newestOrIndexed(table: "tenants" | "users", key: SQL, search: string): SQL {
  const words = searchWords(search);
  const from = sql.identifier(table);
  const text = sql`lower(name || E'\\n' || ${key})`;
  return sql`
    with newest as materialized (
      select * from (select * from ${from} order by created_at desc, id desc limit ${SCAN_LIMIT}) newest
      where ${hasWords(words, isPartOfId(search) ? sql`(${text} || id)` : text)}
    )
    select * from newest
    union select * from ${from} where ${key} = lower(${search}::text) or ${isId(search)}
    union select * from ${from}
    where (select count(*) from newest) < ${RESULT_LIMIT} and ${hasGrams(words, text)}`;
}

/** Listings among the newest, those of that slug or id, and those of published items that the marketplace's index finds. */
function findListings(tx: Reader, search: string) {
  const words = searchWords(search);
  return findBest<FoundListing>(tx, search, {
    rows: sql`
      with newest as materialized (
        select id from (select * from listings order by submitted_at desc, id desc limit ${SCAN_LIMIT}) c
        where ${hasWords(words, lowerText(LISTING_TEXTS))}
      ), ids as (
        select id from newest
        union (
          select id from listings where type in (${LISTING_TYPE_LIST}) and slug = ${slugOfAddress(search)}::text
          order by version_key desc limit ${RESULT_LIMIT}
        )
        union select id from listings where ${isId(search)}
        union select listing_id from marketplace_items
        where (select count(*) from newest) < ${RESULT_LIMIT} and ${hasGrams(words, sql`search_text`)}
      )
      select found.id, found.type, found.slug, found.name, found.version, found.status, t.name as publisher
      from ids ${rowById("listings")} join tenants t on t.id = found.tenant_id`,
    texts: LISTING_TEXTS,
    tieOrder: sql`c.id desc`,
  });
}

/** Events of payment providers: by the provider's id of the event or of an object among all, by any part among the newest. */
const findBillingEvents = (tx: Reader, search: string) =>
  findBest<FoundBillingEvent>(tx, search, {
    rows: sql`
      select found.id, event_id as "eventId", provider, type, state, to_json(object_ids) as "objectIds" from (
        (select id from billing_events order by received_at desc, id desc limit ${SCAN_LIMIT})
        union select id from billing_events where provider in (${PROVIDER_LIST}) and event_id = ${search}
        union (select id from billing_events where object_ids @> array[${search}::text] limit ${SCAN_LIMIT})
        union select id from billing_events where ${isId(search)}
      ) ids
      ${rowById("billing_events")}`,
    texts: [
      sql`c."eventId"`,
      sql`c.type`,
      sql`(select string_agg(object_id, ' ') from json_array_elements_text(c."objectIds") object_id)`,
    ],
    tieOrder: sql`c.id desc`,
  });

/** Audit entries: by action or id among all, by any part among the newest. */
const findAuditEntries = (tx: Reader, search: string) =>
  findBest<FoundAuditEntry>(tx, search, {
    rows: sql`
      select found.id, action, subject_type as "subjectType", subject_id as "subjectId" from (
        (select id from audit_log order by at desc, id desc limit ${SCAN_LIMIT})
        union (
          select id from audit_log where action = lower(${search}::text)
          order by at desc, id desc limit ${RESULT_LIMIT}
        )
        union select id from audit_log where ${isId(search)}
      ) ids
      ${rowById("audit_log")}`,
    texts: [sql`c.action`, sql`c."subjectType"`, sql`c."subjectId"`],
    tieOrder: sql`c.id desc`,
  });

/** Join of `ids` with their rows as `found`. `offset 0` keeps the planner from reading the whole table for a hash join. */
const rowById = (table: "audit_log" | "billing_events" | "listings"): SQL =>
  sql`cross join lateral (select * from ${sql.identifier(table)} where id = ids.id offset 0) found`;

const isId = (search: string): SQL =>
  isUuid(search.toLowerCase()) ? sql`id = ${search.toLowerCase()}::uuid` : sql`false`;

const hasGrams = (words: readonly string[], text: SQL): SQL =>
  sql.join(
    [
      sql`true`,
      ...words.map((word) => sql`search_ngrams(${text}) @> search_query_ngrams(lower(${word}::text))`),
    ],
    sql` and `,
  );

const literals = (values: readonly string[]) =>
  sql.join(
    values.map((value) => sql`${value}`),
    sql`, `,
  );
const LISTING_TYPE_LIST = literals(LISTING_TYPES);
const PROVIDER_LIST = literals(PAYMENT_PROVIDERS);
