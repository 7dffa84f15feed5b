-- Submissions of versions (server/domains/listings/publish.ts), their checks and their places in the moderation queue.

-- Creates the check of each new listing (server/domains/listings/queue-checks.ts), whatever statement inserts it.
CREATE OR REPLACE FUNCTION insert_listing_check() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO listing_checks (listing_id, tenant_id) SELECT id, tenant_id FROM new_rows;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER listings_check_inserted AFTER INSERT ON listings REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION insert_listing_check();

-- The position of a listing in the queue of all tenants, and the usual waiting times. A new submission is near the end, so
-- those behind it are counted; only for a listing in the middle are those ahead of it counted. Reads all tenants' rows: the
-- result names none. The scope is set by hand, because a SET clause for it is refused to a role that is no superuser.
CREATE OR REPLACE FUNCTION listing_queue_position(submitted timestamptz, listing uuid)
  RETURNS TABLE (ahead integer, pending integer, decisions integer, wait_p50 double precision, wait_p90 double precision)
  LANGUAGE plpgsql AS $$
DECLARE
  callers_scope text := current_setting('drydock.scope', true);
BEGIN
  PERFORM set_config('drydock.scope', '*', true);
  RETURN QUERY
    SELECT
      CASE WHEN behind.listings < 100 THEN queue.pending - behind.listings ELSE (
        SELECT count(*)::integer FROM listings l
        WHERE l.status = 'PENDING_APPROVAL' AND (l.submitted_at, l.id) < (submitted, listing)
      ) END,
      queue.pending, cardinality(kept.waits), kept.wait_p50, kept.wait_p90
    FROM count_pending_listings() AS queue(pending)
    CROSS JOIN (
      SELECT count(*)::integer AS listings FROM (
        SELECT FROM listings l
        WHERE l.status = 'PENDING_APPROVAL' AND (l.submitted_at, l.id) >= (submitted, listing) LIMIT 100
      ) nearest_the_end
    ) behind
    CROSS JOIN moderation_statistics kept;
  PERFORM set_config('drydock.scope', callers_scope, true);
END $$;

-- Judges one version of an item and stores it with its audit row and its event. `listing`, `audit` and `event` are rows of
-- `listings`, `audit_log` and `domain_events` as JSON. The slug's claim is the lock under which concurrent publishers are
-- judged one after the other; each statement sees what the one before in that order has committed. A version is stored as
-- submitted later than every version of its slug before it, whatever the clocks say: `submitted_at` of the result.
-- The version rule: a version number is used once, and ranks above every approved or pending version of its slug with the
-- same major number, so that an older major can be fixed. A key begins with the major number in 15 digits. Raises
--   DD001  the entity does not exist or is another tenant's
--   DD002  the slug belongs to another tenant or another entity
--   DD003  the version was used before, by the listing whose version the detail names
--   DD004  an approved or pending version of the slug and major number ranks higher; the detail names the highest
CREATE OR REPLACE FUNCTION submit_listing(scope text, listing jsonb, audit jsonb, event jsonb)
  RETURNS TABLE (
    submitted_at timestamptz,
    ahead integer, pending integer, decisions integer, wait_p50 double precision, wait_p90 double precision
  )
  LANGUAGE plpgsql AS $$
DECLARE
  draft listings := jsonb_populate_record(NULL::listings, listing);
  entity uuid := coalesce(draft.app_plugin_id, draft.theme_id, draft.system_plugin_id);
  is_registered boolean;
  used_version text;
  highest_version text;
BEGIN
  PERFORM set_config('drydock.scope', scope, true);

  is_registered := CASE draft.type
    WHEN 'APP_PLUGIN' THEN EXISTS (SELECT FROM app_plugins e WHERE e.id = entity AND e.tenant_id = draft.tenant_id)
    WHEN 'SYSTEM_PLUGIN' THEN EXISTS (SELECT FROM system_plugins e WHERE e.id = entity AND e.tenant_id = draft.tenant_id)
    WHEN 'THEME' THEN EXISTS (SELECT FROM themes e WHERE e.id = entity AND e.tenant_id = draft.tenant_id)
  END;
  IF NOT is_registered THEN
    RAISE EXCEPTION 'the entity is not registered' USING ERRCODE = 'DD001';
  END IF;

  INSERT INTO slug_claims AS claim (type, slug, tenant_id, entity_id, created_at)
  VALUES (draft.type, draft.slug, draft.tenant_id, entity, draft.submitted_at)
  ON CONFLICT ON CONSTRAINT slug_claims_type_slug_pk DO UPDATE SET entity_id = excluded.entity_id
    WHERE claim.tenant_id = excluded.tenant_id AND (claim.entity_id IS NULL OR claim.entity_id = excluded.entity_id);
  IF NOT FOUND THEN
    RAISE EXCEPTION 'the slug is taken' USING ERRCODE = 'DD002';
  END IF;

  SELECT l.version INTO used_version FROM listings l
  WHERE l.type = draft.type AND l.slug = draft.slug AND l.version_key = draft.version_key;
  IF FOUND THEN
    RAISE EXCEPTION 'the version was used before' USING ERRCODE = 'DD003', DETAIL = used_version;
  END IF;
  -- '/' follows '.', which ends the major number.
  SELECT l.version INTO highest_version FROM listings l
  WHERE l.type = draft.type AND l.slug = draft.slug
    AND l.version_key > draft.version_key AND l.version_key < left(draft.version_key, 15) || '/'
    AND l.status IN ('APPROVED', 'PENDING_APPROVAL')
  ORDER BY l.version_key DESC LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'the version does not rank higher' USING ERRCODE = 'DD004', DETAIL = highest_version;
  END IF;

  -- OFFSET 0 keeps the planner from looking for the newest along the index of all listings by time.
  draft.submitted_at := greatest(draft.submitted_at, (
    SELECT max(before.submitted_at) + interval '1 millisecond' FROM (
      SELECT l.submitted_at FROM listings l WHERE l.type = draft.type AND l.slug = draft.slug OFFSET 0
    ) before
  ));
  INSERT INTO listings SELECT draft.*;
  INSERT INTO audit_log SELECT entry.* FROM jsonb_populate_record(NULL::audit_log, audit) entry;
  INSERT INTO domain_events (id, tenant_id, type, version, subject_id, data, occurred_at)
  SELECT entry.id, entry.tenant_id, entry.type, entry.version, entry.subject_id, entry.data, entry.occurred_at
  FROM jsonb_populate_record(NULL::domain_events, event) entry;
  RETURN QUERY SELECT draft.submitted_at, queue.* FROM listing_queue_position(draft.submitted_at, draft.id) queue;
END $$;
