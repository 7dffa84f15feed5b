import { randomUUID } from "node:crypto";
import type postgres from "postgres";
import { v7 as uuidv7 } from "uuid";
import { precedenceKey } from "../../db/version-key.ts";
import * as statements from "../statements/publish.ts";
import { run, type Values } from "../statements/statement.ts";
import type { Pools } from "./pools.ts";

export interface Publication {
  type: string;
  name: string;
  slug: string;
  version: string;
  description: string;
  appPluginId: string;
}

/** Publishes a version and gives the body of the answer. */
export async function publish({ walled }: Pools, tenantId: string, body: Publication): Promise<object> {
  const values = {
    id: uuidv7(),
    tenant_id: tenantId,
    type: body.type,
    slug: body.slug,
    version: body.version,
    version_key: precedenceKey(body.version),
    name: body.name,
    description: body.description,
    entity_id: body.appPluginId,
    user_id: null,
    now: new Date().toISOString(),
    audit_id: uuidv7(),
    request_id: randomUUID(),
  };
  const { listing, outlook } = await walled.begin((tx) => store(tx, values));
  return { ...viewOfRow(listing), review: reviewOf(outlook) };
}

async function store(
  tx: postgres.TransactionSql,
  values: Values,
): Promise<{ listing: ListingRow; outlook: OutlookRow }> {
  await run(tx, statements.OPEN_SCOPE, values);
  await run(tx, statements.FIND_ENTITY, values);
  await run(tx, statements.CLAIM_SLUG, values);
  await run(tx, statements.FIND_SAME_VERSION, values);
  await run(tx, statements.FIND_HIGHEST_VERSION, values);
  const [listing] = await run<ListingRow>(tx, statements.INSERT_LISTING, values);
  const [outlook] = await run<OutlookRow>(tx, statements.FIND_OUTLOOK, values);
  await run(tx, statements.RECORD_AUDIT, values);
  if (!listing || !outlook) throw new Error("nothing was stored");
  return { listing, outlook };
}

interface ListingRow {
  id: string;
  type: string;
  name: string;
  slug: string;
  version: string;
  description: string;
  changelog: string | null;
  app_plugin_id: string | null;
  theme_id: string | null;
  system_plugin_id: string | null;
  archive_sha256: string | null;
  tenant_id: string;
  status: string;
  submitted_at: Date;
  decided_at: Date | null;
}

interface OutlookRow {
  ahead: number;
  pending: number;
  wait_p50: number;
  wait_p90: number;
}

const viewOfRow = (row: ListingRow) => ({
  id: row.id,
  type: row.type,
  name: row.name,
  slug: row.slug,
  version: row.version,
  description: row.description,
  changelog: row.changelog,
  appPluginId: row.app_plugin_id,
  themeId: row.theme_id,
  systemPluginId: row.system_plugin_id,
  archiveSha256: row.archive_sha256,
  tenantId: row.tenant_id,
  status: row.status,
  submittedAt: row.submitted_at,
  decidedAt: row.decided_at,
  decision: null,
});

const reviewOf = (row: OutlookRow) => ({
  position: row.ahead + 1,
  pending: row.pending,
  typicalWaitSeconds: { p50: Math.round(row.wait_p50), p90: Math.round(row.wait_p90) },
});
