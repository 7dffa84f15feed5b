import { randomUUID } from "node:crypto";
import { v7 as uuidv7 } from "uuid";
import type { PublishListing } from "@/server/domains/listings/input.ts";
import { precedenceKey } from "@/shared/version-key.ts";
import { type Pools, parseStatement, runStatement } from "./database.ts";

/** Submits a version with the SQL of server/domains/listings/publish.ts, one call for each. */
export async function publish({ tenantDb }: Pools, tenantId: string, body: PublishListing): Promise<object> {
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
  const [row] = await runStatement<Record<string, number>>(tenantDb, SUBMIT_LISTING, {
    id: listing.id,
    tenant_id: tenantId,
    type: body.type,
    slug: body.slug,
    version: body.version,
    version_key: precedenceKey(body.version),
    name: body.name,
    description: body.description,
    entity_id: body.appPluginId ?? null,
    now: listing.submittedAt,
    audit_id: uuidv7(),
    event_id: uuidv7(),
    request_id: randomUUID(),
  });
  const { ahead = 0, pending, wait_p50 = 0, wait_p90 = 0 } = row ?? {};
  const typicalWaitSeconds = { p50: Math.round(wait_p50), p90: Math.round(wait_p90) };
  const review = { position: ahead + 1, pending, typicalWaitSeconds };
  return { ...listing, ...ABSENT_FIELDS, appPluginId: body.appPluginId, review };
}

const ABSENT_FIELDS = {
  changelog: null,
  themeId: null,
  systemPluginId: null,
  archiveSha256: null,
  status: "PENDING_APPROVAL",
  decidedAt: null,
  decision: null,
};

const SUBMIT_LISTING = parseStatement(`
  select * from submit_listing(:tenant_id,
    jsonb_build_object('id', :id::text, 'tenant_id', :tenant_id::text, 'type', :type::text, 'slug', :slug::text,
      'version', :version::text, 'version_key', :version_key::text, 'name', :name::text,
      'description', :description::text, 'app_plugin_id', :entity_id::text, 'status', 'PENDING_APPROVAL',
      'flags', '[]'::jsonb, 'submitted_at', :now::text),
    jsonb_build_object('id', :audit_id::text, 'tenant_id', :tenant_id::text, 'actor_kind', 'token',
      'action', 'listing.publish', 'subject_type', 'listing', 'subject_id', :id::text,
      'after', jsonb_build_object('type', :type::text, 'slug', :slug::text, 'version', :version::text,
        'status', 'PENDING_APPROVAL'),
      'request_id', :request_id::text, 'at', :now::text),
    jsonb_build_object('id', :event_id::text, 'tenant_id', :tenant_id::text, 'type', 'listing.submitted', 'version', 1,
      'subject_id', :id::text, 'data', jsonb_build_object('listingId', :id::text, 'type', :type::text,
        'name', :name::text, 'slug', :slug::text, 'version', :version::text, 'status', 'PENDING_APPROVAL'),
      'occurred_at', :now::text))`);
