import { sql } from "drizzle-orm";
import { COMMAND_TIMEOUTS, type Orm, openDatabase, type Transaction } from "../client.ts";
import { hashPassword } from "../password.ts";
import * as schema from "../schema/index.ts";
import { planApps } from "./apps.ts";
import { planAudit } from "./audit.ts";
import { planBilling } from "./billing/plan.ts";
import { countBuilds, planBuilds } from "./builds/plan.ts";
import { planReports } from "./builds/reports.ts";
import { planWorkers } from "./builds/workers.ts";
import { APP_PLUGINS } from "./marketplace/app-plugins.ts";
import { type DemoArchive, packAll } from "./marketplace/archive.ts";
import { planEntities, pluginRows, slugClaimRows, themeRows } from "./marketplace/entities.ts";
import { archiveRows, downloadRows, planListings } from "./marketplace/listings.ts";
import { SYSTEM_PLUGINS } from "./marketplace/system-plugins.ts";
import { planChannels } from "./notifications/channels.ts";
import { planDeliveries } from "./notifications/deliveries.ts";
import { planEvents } from "./notifications/events.ts";
import { planNotices } from "./notifications/notices.ts";
import { planPeople, planTenants } from "./people.ts";
import { planTokens } from "./tokens.ts";

/** Everybody in a demo signs in with it; whoever holds a database of their own must not let it in. */
const DEMO_PASSWORD = "drydock-demo";

export interface SeedOptions {
  now?: Date;
  /** Whether people get the demo's password, which is public. Without it nobody has one. */
  withPassword?: boolean;
}

/**
 * Fills an empty database with the demo data, whole or not at all. The same `now` gives the same rows, but for the
 * salt of the password; all times lie in the months before it.
 * @throws Error when the database holds a tenant already
 */
export async function seedDemo(
  url: string,
  { now = new Date(), withPassword = false }: SeedOptions = {},
): Promise<void> {
  // One hash for all: the password is public anyway.
  const passwordHash = withPassword ? await hashPassword(DEMO_PASSWORD) : null;
  const database = openDatabase(url, 1, COMMAND_TIMEOUTS);
  try {
    await database.systemDb.orm.transaction(async (tx) => {
      // Of two who seed at once, the second waits here and then finds the database filled.
      await tx.execute(sql`lock table ${schema.tenants} in share row exclusive mode`);
      if (await hasTenant(tx))
        throw new Error("The database is not empty; the demo data goes into an empty one.");
      await insertDemo(tx, now, passwordHash);
    });
  } finally {
    await database.close();
  }
}

/** The archives that the demo data refers to; they belong into the object store before it is inserted. */
export const demoArchives = (): DemoArchive[] => packAll([...APP_PLUGINS, ...SYSTEM_PLUGINS]);

/** Whether the database holds no tenant yet. */
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

async function insertDemo(tx: Transaction, now: Date, passwordHash: string | null): Promise<void> {
  const people = planPeople(now, passwordHash);
  const tokens = planTokens(now);
  await tx.insert(schema.tenants).values(planTenants(now));
  await tx.insert(schema.users).values(people.users);
  await tx.insert(schema.memberships).values(people.memberships);
  await tx.insert(schema.apiTokens).values(tokens);

  const builds = planBuilds(now);
  const reports = planReports(builds);
  const apps = planApps(now, countBuilds(builds));
  await tx.insert(schema.apps).values(apps);
  await tx.insert(schema.builds).values(builds);
  await tx.insert(schema.buildReports).values(reports);
  await tx.insert(schema.buildWorkers).values(planWorkers(builds));

  const entities = planEntities(now);
  const listings = planListings(entities, now);
  await tx.insert(schema.appPlugins).values(pluginRows(entities, "APP_PLUGIN"));
  await tx.insert(schema.systemPlugins).values(pluginRows(entities, "SYSTEM_PLUGIN"));
  await tx.insert(schema.themes).values(themeRows(entities));
  await tx.insert(schema.slugClaims).values(slugClaimRows(entities));
  const { objects, rights } = archiveRows(listings);
  await tx.insert(schema.archiveObjects).values(objects);
  await tx.insert(schema.archives).values(rights);
  await tx.insert(schema.listings).values(listings.map(({ row }) => row));
  await tx.insert(schema.listingDownloads).values(downloadRows(listings));
  await tx.insert(schema.listingDecisions).values(listings.flatMap(({ decisions }) => decisions));

  const billing = planBilling(now);
  await tx.insert(schema.subscriptions).values(billing.subscriptions);
  await tx.insert(schema.payments).values(billing.payments);
  await tx.insert(schema.billingObjects).values(billing.objects);
  await tx.insert(schema.billingEvents).values(billing.events);

  const events = planEvents(listings, builds);
  const channels = planChannels(now);
  const deliveries = planDeliveries(channels, events, now);
  const notices = planNotices(events, channels, now);
  await tx.insert(schema.notificationChannels).values(channels);
  // The database counts events by itself, from 1 as the plan does, since it is empty.
  await tx.insert(schema.domainEvents).values(events.map(({ sequence: _, ...event }) => event));
  await tx.insert(schema.deliveries).values(deliveries.map(({ row }) => row));
  await tx.insert(schema.deliveryAttempts).values(deliveries.flatMap(({ attempts }) => attempts));
  await tx.insert(schema.notices).values(notices);

  await tx.insert(schema.auditLog).values(planAudit({ apps, tokens, entities, listings, builds, reports }));
}
