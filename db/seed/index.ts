import { eq, isNotNull, sql } from "drizzle-orm";
import type { BuildFailure } from "../../shared/build-log/find-failure.ts";
import { COMMAND_TIMEOUTS, type Orm, openDatabase, type Transaction } from "../client.ts";
import { hashPassword } from "../password.ts";
import * as schema from "../schema/index.ts";
import { planAccounts } from "./accounts.ts";
import { type DemoArchive, packArchive } from "./archives.ts";
import { planBilling } from "./billing.ts";
import { planBuilds } from "./builds.ts";
import { readRows } from "./data.ts";
import { planDeliveries } from "./deliveries.ts";
import { createHistory } from "./history.ts";
import { planInstallationDays, planInstallations } from "./installations.ts";
import { readItems } from "./items.ts";
import { planMarketplace } from "./listings.ts";
import { planNotices } from "./notices.ts";
import { readRollouts } from "./rollout-times.ts";
import { planRollouts } from "./rollouts.ts";
import { planFeaturedItems, planItemReports } from "./storefront.ts";

/** Password of all people of the demo. It is public: a production database must not hold it. */
const DEMO_PASSWORD = "drydock-demo";

export interface SeedOptions {
  now?: Date;
  /** Hash of the demo's public password. Without it people have no password. */
  withPassword?: boolean;
  /** Finds the failure in an error log. Without it failed builds have none. */
  findFailure?: (errorLog: string) => BuildFailure | null;
  /** Parser of changelogs and READMEs. Without it a job parses them within minutes. */
  parser?: {
    version: number;
    parseChangelog: (listing: { id: string; changelog: string }) => unknown;
    parseReadme: (archive: {
      sha256: string;
      readme: string;
      pictures: unknown;
      manifest: unknown;
    }) => unknown;
  };
}

/**
 * Fills an empty database with the demo data, in one transaction. The same `now` gives the same rows except for the
 * salt of the password. All times are in the months before it.
 * @throws Error when the database holds a tenant already
 */
export async function seedDemo(
  url: string,
  { now = new Date(), withPassword = false, findFailure = () => null, parser }: SeedOptions = {},
): Promise<void> {
  // One hash for all: the password is public anyway.
  const passwordHash = withPassword ? await hashPassword(DEMO_PASSWORD) : null;
  const database = openDatabase(url, 1, COMMAND_TIMEOUTS);
  try {
    await database.systemDb.orm.transaction(async (tx) => {
      // Serializes concurrent seeds: the second waits here and then finds tenants.
      await tx.execute(sql`lock table ${schema.tenants} in share row exclusive mode`);
      if (await hasTenant(tx))
        throw new Error("The database is not empty. Demo data can only be added to an empty database.");
      await insertDemo(tx, now, passwordHash, findFailure);
      if (parser) await insertDocuments(tx, parser);
    });
  } finally {
    await database.close();
  }
}

/** Archives of all published plugin versions. Store them before the rows are inserted. */
export const demoArchives = (): DemoArchive[] =>
  readItems(new Date())
    .filter(({ type }) => type !== "THEME")
    .flatMap((item) => item.versions.map(({ version }) => packArchive(item, version)));

/** True if the database holds no tenant yet. */
export async function isEmpty(url: string): Promise<boolean> {
  const database = openDatabase(url, 1, COMMAND_TIMEOUTS);
  try {
    return !(await hasTenant(database.systemDb.orm));
  } finally {
    await database.close();
  }
}

async function hasTenant(db: Pick<Orm, "$count">): Promise<boolean> {
  return (await db.$count(schema.tenants)) > 0;
}

async function insertDocuments(
  tx: Transaction,
  { version, parseChangelog, parseReadme }: NonNullable<SeedOptions["parser"]>,
): Promise<void> {
  const { archiveObjects, archives, changelogDocuments, listings } = schema;
  const rows = await tx.select().from(listings).where(isNotNull(listings.changelog));
  const documents = rows.map(({ id, tenantId, changelog }) => ({
    listingId: id,
    tenantId,
    parserVersion: version,
    document: parseChangelog({ id, changelog: changelog ?? "" }),
  }));
  await tx.insert(changelogDocuments).values(documents);
  const objects = await tx
    .select()
    .from(archiveObjects)
    .innerJoin(archives, eq(archives.sha256, archiveObjects.sha256));
  for (const { archive_objects: object, archives: archive } of objects) {
    const { sha256, readme } = object;
    if (readme === null) continue;
    const readmeDocuments = parseReadme({ ...object, readme, manifest: archive.manifest });
    await tx
      .update(archiveObjects)
      .set({ readmeDocuments, readmeParserVersion: version })
      .where(eq(archiveObjects.sha256, sha256));
  }
}

/** Variables that builds got with their claims. Before its last change, the address of an API had an earlier version. */
const BUILD_VARIABLES = sql`
  insert into build_variables (build_id, tenant_id, variables)
  select b.id, b.tenant_id, coalesce(
    jsonb_agg(jsonb_build_object(
      'name', v.name, 'isSecret', v.is_secret,
      'value', case when b.created_at < v.updated_at then regexp_replace(v.value, 'v2$', 'v1') else v.value end,
      'updatedAt', case when b.created_at < v.updated_at then v.updated_at - interval '30 days' else v.updated_at end
    ) order by v.name) filter (where v.name is not null), '[]')
  from builds b left join app_variables v on v.app_id = b.app_id
    and (v.updated_at <= b.created_at or v.value like '%v2') and (cardinality(v.platforms) = 0 or b.platform = any(v.platforms))
  where b.worker_id is not null group by b.id, b.tenant_id`;

async function insertDemo(
  tx: Transaction,
  now: Date,
  passwordHash: string | null,
  findFailure: NonNullable<SeedOptions["findFailure"]>,
): Promise<void> {
  const history = createHistory();
  const accounts = planAccounts(now, passwordHash, history);
  await tx.insert(schema.tenants).values(accounts.tenants);
  await tx.insert(schema.users).values(accounts.users);
  await tx.insert(schema.memberships).values(accounts.memberships);
  await tx.insert(schema.apiTokens).values(accounts.tokens);

  const { apps, builds, reports, workers } = planBuilds(now, accounts, history, findFailure);
  await tx.insert(schema.apps).values(apps);
  await tx.insert(schema.appVariables).values(readRows<typeof schema.appVariables>(schema.appVariables, now));
  await tx.insert(schema.builds).values(builds);
  await tx.insert(schema.buildReports).values(reports);
  await tx.insert(schema.buildWorkers).values(workers);
  await tx.execute(BUILD_VARIABLES);

  const marketplace = planMarketplace(now, accounts, history);
  await tx.insert(schema.appPlugins).values(marketplace.itemsOf("APP_PLUGIN"));
  await tx.insert(schema.systemPlugins).values(marketplace.itemsOf("SYSTEM_PLUGIN"));
  await tx.insert(schema.themes).values(marketplace.itemsOf("THEME"));
  await tx.insert(schema.slugClaims).values(marketplace.slugClaims);
  await tx.insert(schema.archiveObjects).values(marketplace.archiveObjects);
  await tx.insert(schema.archives).values(marketplace.archives);
  await tx.insert(schema.listings).values(marketplace.listings);
  await tx
    .insert(schema.listingDownloads)
    .values(marketplace.downloads.map(({ listingId, count }) => ({ listingId, count })));
  await tx.insert(schema.listingDownloadDays).values(marketplace.downloadDays);
  await tx.execute(sql`
    update marketplace_downloads item set downloads = counted.downloads from (
      select type, slug, sum(count) as downloads from listings join listing_downloads on listing_id = id
      group by type, slug
    ) counted where item.type = counted.type and item.slug = counted.slug`);
  await tx.insert(schema.listingDecisions).values(marketplace.decisions);

  const demoRollouts = readRollouts(now, marketplace.listings);
  const { installed, buildInputs } = planInstallations(
    now,
    accounts,
    { listings: marketplace.listings, queued: builds },
    history,
    demoRollouts,
  );
  const rolledOut = planRollouts(now, demoRollouts, {
    history,
    builds,
    listings: marketplace.listings,
    installed,
  });
  await tx.insert(schema.installations).values(rolledOut.installations);
  await tx.insert(schema.buildInputs).values(buildInputs);
  await tx.insert(schema.installationDays).values(planInstallationDays(now, installed, marketplace.listings));
  await tx.insert(schema.rollouts).values(rolledOut.rollouts);
  await tx.insert(schema.rolloutMoves).values(rolledOut.moves);
  await tx.insert(schema.featuredItems).values(planFeaturedItems(now, accounts, history));
  const problems = planItemReports(now, accounts, marketplace.listings, history);
  await tx.insert(schema.itemReports).values(problems);

  const billing = planBilling(now);
  await tx.insert(schema.subscriptions).values(billing.subscriptions);
  await tx.insert(schema.payments).values(billing.payments);
  await tx.insert(schema.billingObjects).values(billing.objects);
  await tx.insert(schema.billingEvents).values(billing.events);

  const events = history.events();
  const { channels, deliveries, attempts } = planDeliveries(events, now);
  await tx.insert(schema.notificationChannels).values(channels);
  // The database numbers the events itself, from 1 as `events()` does, since it is empty.
  await tx.insert(schema.domainEvents).values(events.map(({ sequence: _, ...event }) => event));
  await tx.insert(schema.deliveries).values(deliveries);
  await tx.insert(schema.deliveryAttempts).values(attempts);
  await tx.insert(schema.notices).values(planNotices(now, accounts, { events, channels, apps }));

  await tx.insert(schema.auditLog).values(history.auditRows());
}
