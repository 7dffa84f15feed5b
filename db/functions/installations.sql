-- Versions of items as installations need them (server/domains/apps/installations). They belong to other tenants, so the functions read them
-- in the platform's scope and return only what the marketplace shows.

-- Permissions that a version's manifest requests; none without an archive.
CREATE OR REPLACE FUNCTION requested_permissions(of_listing listings) RETURNS text[] LANGUAGE sql STABLE
  RETURN coalesce(
    (SELECT array_agg(permission ORDER BY permission) FROM archives a, jsonb_array_elements_text(
      CASE jsonb_typeof(a.manifest -> 'permissions') WHEN 'array' THEN a.manifest -> 'permissions' ELSE '[]' END
    ) permission
    WHERE a.tenant_id = of_listing.tenant_id AND a.sha256 = of_listing.archive_sha256),
    ARRAY[]::text[]
  );

-- The approved version of that number, or the item's current one. Locked until the transaction ends, against a decision and
-- against the suspension of its publisher, whose announcement would miss the installation.
CREATE OR REPLACE FUNCTION find_installable_version(of_type text, of_slug text, of_version text)
  RETURNS TABLE (listing_id uuid, version text, permissions text[]) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  callers_scope text := current_setting('drydock.scope', true);
BEGIN
  PERFORM set_config('drydock.scope', '*', true);
  RETURN QUERY
    SELECT l.id, l.version, requested_permissions(l) FROM listings l JOIN tenants t ON t.id = l.tenant_id
    WHERE l.type = of_type AND l.slug = of_slug AND l.status = 'APPROVED' AND t.suspended_at IS NULL
      AND (of_version IS NULL OR l.version = of_version)
    ORDER BY current_rank(l.version_key) DESC LIMIT 1 FOR SHARE OF l, t;
  PERFORM set_config('drydock.scope', callers_scope, true);
END $$;

-- Installed versions with the current version of their items, and whether they may still be used.
CREATE OR REPLACE FUNCTION describe_installed_versions(of_listings uuid[])
  RETURNS TABLE (
    listing_id uuid, name text, version text, is_available boolean, sha256 text, look jsonb,
    current_version text, current_permissions text[], is_outdated boolean
  ) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  callers_scope text := current_setting('drydock.scope', true);
BEGIN
  PERFORM set_config('drydock.scope', '*', true);
  RETURN QUERY
    SELECT l.id, l.name, l.version, l.status = 'APPROVED' AND t.suspended_at IS NULL, l.archive_sha256, l.theme_look,
      newest.version, requested_permissions(newest),
      -- By precedence: below an installed pre-release of a later major number, the current release is no update.
      coalesce(newest.version_key > l.version_key, false)
    FROM listings l
    JOIN tenants t ON t.id = l.tenant_id
    LEFT JOIN marketplace_items item ON item.type = l.type AND item.slug = l.slug
    LEFT JOIN listings newest ON newest.id = item.listing_id
    WHERE l.id = ANY (of_listings);
  PERFORM set_config('drydock.scope', callers_scope, true);
END $$;

-- What a decision on a version touches: installations of it with their tenants and unfinished builds that carry it, and
-- installations of versions below it with the same major number, by what its rollout could do. Counts only.
CREATE OR REPLACE FUNCTION measure_impact(of_listing uuid)
  RETURNS TABLE (
    installations integer, tenants integer, builds integer, updatable integer, need_consent integer, manual integer
  ) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  callers_scope text := current_setting('drydock.scope', true);
  version listings;
  permissions text[];
BEGIN
  PERFORM set_config('drydock.scope', '*', true);
  SELECT l.* INTO version FROM listings l WHERE l.id = of_listing;
  permissions := requested_permissions(version);
  RETURN QUERY
    SELECT installed.installations, installed.tenants, carried.builds, below.updatable, below.need_consent, below.manual
    FROM (
      SELECT count(*)::integer AS installations, count(DISTINCT i.tenant_id)::integer AS tenants
      FROM installations i WHERE i.listing_id = of_listing
    ) installed, (
      SELECT count(*)::integer AS builds FROM builds b JOIN build_inputs inputs ON inputs.build_id = b.id
      WHERE b.finished_at IS NULL
        AND inputs.inputs @> jsonb_build_array(jsonb_build_object('listingId', of_listing))
    ) carried, (
      SELECT count(*) FILTER (WHERE is_allowed AND has_consent)::integer AS updatable,
        count(*) FILTER (WHERE is_allowed AND NOT has_consent)::integer AS need_consent,
        count(*) FILTER (WHERE NOT is_allowed)::integer AS manual
      FROM (
        SELECT i.updates = 'MINOR' OR i.updates = 'PATCH'
            AND split_part(l.version_key, '.', 2) = split_part(version.version_key, '.', 2) AS is_allowed,
          i.accepted_permissions @> permissions AS has_consent
        FROM installations i JOIN listings l ON l.id = i.listing_id
        WHERE i.type = version.type AND i.slug = version.slug AND l.version_key < version.version_key
          AND split_part(l.version_key, '.', 1) = split_part(version.version_key, '.', 1)
          AND right(version.version_key, 1) = '~'
      ) each_below
    ) below;
  PERFORM set_config('drydock.scope', callers_scope, true);
END $$;
