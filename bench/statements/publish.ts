import { statement } from "./statement.ts";

/** What server/listings/publish.ts runs. */
export const SUBMIT_LISTING = statement(`
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
