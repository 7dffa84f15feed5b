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

-- True for a plugin version without an archive: it is listed, and cannot be installed. A theme is its look.
CREATE OR REPLACE FUNCTION lacks_code(of_listing listings) RETURNS boolean LANGUAGE sql IMMUTABLE
  RETURN of_listing.type <> 'THEME' AND of_listing.archive_sha256 IS NULL;

-- The approved version of that number with the state of its rollout, if that is on hold or was rolled back. Without a number:
-- the highest release with code, one of such a rollout only if there is no other, a pre-release only without any release, one
-- without code only if no version has any. Locked until the transaction ends, against a decision and against the suspension
-- of its publisher, whose announcement would miss the installation.
DROP FUNCTION IF EXISTS find_installable_version(text, text, text);
CREATE OR REPLACE FUNCTION find_installable_version(of_type text, of_slug text, of_version text)
  RETURNS TABLE (
    listing_id uuid, version text, permissions text[], hold_state text, hold_reason text, lacks_code boolean
  ) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  callers_scope text := current_setting('drydock.scope', true);
BEGIN
  PERFORM set_config('drydock.scope', '*', true);
  RETURN QUERY
    SELECT l.id, l.version, requested_permissions(l), r.state, r.hold_reason, lacks_code(l)
    FROM listings l JOIN tenants t ON t.id = l.tenant_id
    LEFT JOIN rollouts r ON r.listing_id = l.id AND r.state IN ('HELD', 'ROLLED_BACK')
    WHERE l.type = of_type AND l.slug = of_slug AND l.status = 'APPROVED' AND t.suspended_at IS NULL
      AND (of_version IS NULL OR l.version = of_version)
    ORDER BY lacks_code(l), right(l.version_key, 1) = '~' DESC, r.id IS NULL DESC, l.version_key DESC LIMIT 1
    FOR SHARE OF l, t;
  PERFORM set_config('drydock.scope', callers_scope, true);
END $$;

-- Update that the hold or the rollback of its rollout keeps from an installation: the highest approved version to which the
-- installation may be updated, if its rollout is on hold or was rolled back and did not leave the installation to its people.
CREATE OR REPLACE FUNCTION find_held_update(of_installation uuid)
  RETURNS TABLE (version text, state text, hold_reason text, since timestamptz) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  callers_scope text := current_setting('drydock.scope', true);
BEGIN
  PERFORM set_config('drydock.scope', '*', true);
  RETURN QUERY
    SELECT highest.version, r.state, r.hold_reason, coalesce(r.held_at, r.ended_at, r.started_at)
    FROM (
      SELECT i.id AS installation_id, l.id, l.version
      FROM installations i
      JOIN listings installed ON installed.id = i.listing_id
      JOIN listings l ON l.type = i.type AND l.slug = i.slug AND l.status = 'APPROVED'
      WHERE i.id = of_installation AND NOT lacks_code(l) AND may_update(i, installed.version_key, l.version_key, requested_permissions(l))
      ORDER BY l.version_key DESC LIMIT 1
    ) highest
    JOIN rollouts r ON r.listing_id = highest.id AND r.state IN ('HELD', 'ROLLED_BACK')
    WHERE NOT EXISTS (
      SELECT FROM rollout_moves m
      WHERE m.rollout_id = r.id AND m.installation_id = highest.installation_id AND m.moved_back_at IS NULL
    );
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
      coalesce(newest.version_key > l.version_key AND NOT lacks_code(newest), false)
    FROM listings l
    JOIN tenants t ON t.id = l.tenant_id
    LEFT JOIN marketplace_items item ON item.type = l.type AND item.slug = l.slug
    LEFT JOIN listings newest ON newest.id = item.listing_id
    WHERE l.id = ANY (of_listings);
  PERFORM set_config('drydock.scope', callers_scope, true);
END $$;

-- What a decision on a version touches: installations of it with their tenants and unfinished builds that carry it, and
-- installations that some policy would update to it, by what its rollout could do. Counts only.
CREATE OR REPLACE FUNCTION measure_impact(of_listing uuid)
  RETURNS TABLE (
    installations integer, tenants integer, builds integer, updatable integer, need_consent integer, manual integer
  ) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  callers_scope text := current_setting('drydock.scope', true);
  version listings;
  permissions text[];
  can_be_installed boolean;
BEGIN
  PERFORM set_config('drydock.scope', '*', true);
  SELECT l.* INTO version FROM listings l WHERE l.id = of_listing;
  permissions := requested_permissions(version);
  can_be_installed := NOT lacks_code(version);
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
      SELECT count(*) FILTER (WHERE may_update)::integer AS updatable,
        count(*) FILTER (WHERE is_allowed AND NOT may_update)::integer AS need_consent,
        count(*) FILTER (WHERE NOT is_allowed)::integer AS manual
      FROM (
        SELECT allows_step(i.updates, l.version_key, version.version_key) AS is_allowed,
          may_update(i, l.version_key, version.version_key, permissions) AS may_update
        FROM installations i JOIN listings l ON l.id = i.listing_id
        WHERE i.type = version.type AND i.slug = version.slug
          AND allows_step('MINOR', l.version_key, version.version_key) AND can_be_installed
          AND NOT EXISTS (
            SELECT FROM rollout_moves m JOIN rollouts r ON r.id = m.rollout_id
            WHERE r.listing_id = of_listing AND m.installation_id = i.id
          )
      ) each_below
    ) below;
  PERFORM set_config('drydock.scope', callers_scope, true);
END $$;
