import { statement } from "./statement.ts";

/** What server/mutate.ts and server/listings/publish.ts run between `begin` and `commit`, in this order. */
export const OPEN_SCOPE = statement("select set_config('drydock.scope', :tenant_id, true)");

export const FIND_ENTITY = statement(
  "select id from app_plugins where id = :entity_id::uuid and tenant_id = :tenant_id::uuid",
);

export const CLAIM_SLUG = statement(`
  insert into slug_claims (type, slug, tenant_id, entity_id, created_at)
  values (:type, :slug, :tenant_id::uuid, :entity_id::uuid, :now::timestamptz)
  on conflict (type, slug) do update set entity_id = :entity_id::uuid
  where slug_claims.tenant_id = excluded.tenant_id
    and (slug_claims.entity_id is null or slug_claims.entity_id = excluded.entity_id)
  returning slug`);

export const FIND_SAME_VERSION = statement(
  "select version from listings where type = :type and slug = :slug and version_key = :version_key",
);

export const FIND_HIGHEST_VERSION = statement(`
  select max(version_key) as key from listings
  where type = :type and slug = :slug and status in ('APPROVED', 'PENDING_APPROVAL')`);

export const INSERT_LISTING = statement(`
  insert into listings
    (id, tenant_id, type, slug, version, version_key, name, description, app_plugin_id, submitted_by, submitted_at)
  values (:id::uuid, :tenant_id::uuid, :type, :slug, :version, :version_key, :name, :description, :entity_id::uuid,
    :user_id::uuid, :now::timestamptz)
  returning *`);

export const FIND_OUTLOOK = statement("select * from listing_queue_outlook(:now::timestamptz, :id::uuid)");

export const RECORD_AUDIT = statement(`
  insert into audit_log
    (id, tenant_id, actor_kind, actor_id, action, subject_type, subject_id, after, request_id, at)
  values (:audit_id::uuid, :tenant_id::uuid, 'token', :user_id, 'listing.publish', 'listing', :id,
    jsonb_build_object('type', :type::text, 'slug', :slug::text, 'version', :version::text,
      'status', 'PENDING_APPROVAL'),
    :request_id, :now::timestamptz)`);
