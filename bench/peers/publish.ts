import { randomUUID } from "node:crypto";
import { v7 as uuidv7 } from "uuid";
import { precedenceKey } from "../../db/version-key.ts";
import { SUBMIT_LISTING } from "../statements/publish.ts";
import { run } from "../statements/statement.ts";
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
  const listing = {
    id: uuidv7(),
    type: body.type,
    name: body.name,
    slug: body.slug,
    version: body.version,
    description: body.description,
    tenantId,
    submittedAt: new Date().toISOString(),
  };
  const [outlook] = await run<OutlookRow>(walled, SUBMIT_LISTING, {
    id: listing.id,
    tenant_id: tenantId,
    type: body.type,
    slug: body.slug,
    version: body.version,
    version_key: precedenceKey(body.version),
    name: body.name,
    description: body.description,
    entity_id: body.appPluginId,
    now: listing.submittedAt,
    audit_id: uuidv7(),
    event_id: uuidv7(),
    request_id: randomUUID(),
  });
  if (!outlook) throw new Error("nothing was stored");
  return { ...listing, ...UNSAID, appPluginId: body.appPluginId, review: reviewOf(outlook) };
}

const UNSAID = {
  changelog: null,
  themeId: null,
  systemPluginId: null,
  archiveSha256: null,
  status: "PENDING_APPROVAL",
  decidedAt: null,
  decision: null,
};

interface OutlookRow {
  ahead: number;
  pending: number;
  wait_p50: number;
  wait_p90: number;
}

const reviewOf = (row: OutlookRow) => ({
  position: row.ahead + 1,
  pending: row.pending,
  typicalWaitSeconds: { p50: Math.round(row.wait_p50), p90: Math.round(row.wait_p90) },
});
