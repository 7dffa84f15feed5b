-- Submissions of versions (server/listings/publish.ts), their checks and their places in the moderation queue.

-- Creates the check of each new listing (server/checks/queue.ts), whatever statement inserts it.
CREATE OR REPLACE FUNCTION insert_listing_check() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO listing_checks (listing_id, tenant_id) SELECT id, tenant_id FROM new_rows;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER listings_check_inserted AFTER INSERT ON listings REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION insert_listing_check();

-- Where listings stand in the queue of all tenants, for whom every row is in sight. What was submitted just now stands near
-- the end of the queue, so those behind it are counted. Only who asks for a listing in the middle has those ahead counted.
CREATE OR REPLACE FUNCTION listing_queue_places(submitted timestamptz[], listings uuid[])
  RETURNS TABLE (
    listing_id uuid, ahead integer, pending integer, decisions integer, wait_p50 double precision, wait_p90 double precision
  )
  LANGUAGE sql STABLE AS $$
  SELECT
    place.listing_id,
    CASE WHEN rest.waiting < 100 THEN queue.pending - rest.waiting ELSE (
      SELECT count(*)::integer FROM listings l
      WHERE l.status = 'PENDING_APPROVAL' AND (l.submitted_at, l.id) < (place.submitted_at, place.listing_id)
    ) END,
    queue.pending, cardinality(pace.waits), pace.wait_p50, pace.wait_p90
  FROM unnest(submitted, listings) AS place (submitted_at, listing_id)
  CROSS JOIN moderation_statistics pace
  CROSS JOIN (SELECT sum(counted.pending)::integer AS pending FROM pending_counts counted) queue
  CROSS JOIN LATERAL (
    SELECT count(*)::integer AS waiting FROM (
      SELECT FROM listings l
      WHERE l.status = 'PENDING_APPROVAL' AND (l.submitted_at, l.id) >= (place.submitted_at, place.listing_id) LIMIT 100
    ) behind
  ) rest
$$;

CREATE OR REPLACE FUNCTION listing_queue_position(submitted timestamptz, listing uuid)
  RETURNS TABLE (ahead integer, pending integer, decisions integer, wait_p50 double precision, wait_p90 double precision)
  LANGUAGE plpgsql AS $$
DECLARE
  callers_scope text := current_setting('drydock.scope', true);
BEGIN
  PERFORM set_config('drydock.scope', '*', true);
  RETURN QUERY
    SELECT place.ahead, place.pending, place.decisions, place.wait_p50, place.wait_p90
    FROM listing_queue_places(ARRAY[submitted], ARRAY[listing]) place;
  PERFORM set_config('drydock.scope', callers_scope, true);
END $$;

-- Judges one version of an item and stores it with its audit row and its event. `listing`, `audit` and `event` are rows of
-- `listings`, `audit_log` and `domain_events` as JSON. The slug's claim is the lock under which publishers who race are judged one after the other;
-- each statement here sees what the one before in that order has committed. Raises
--   DD001  the entity does not exist or is another tenant's
--   DD002  the slug belongs to another tenant or another entity
--   DD003  the version was used before, by the listing whose version the detail names
--   DD004  an approved or pending version of the slug ranks as high or higher
-- and otherwise tells where the listing stands in the queue.
CREATE OR REPLACE FUNCTION submit_listing(scope text, listing jsonb, audit jsonb, event jsonb)
  RETURNS TABLE (ahead integer, pending integer, decisions integer, wait_p50 double precision, wait_p90 double precision)
  LANGUAGE plpgsql AS $$
DECLARE
  draft listings := jsonb_populate_record(NULL::listings, listing);
  entity uuid := coalesce(draft.app_plugin_id, draft.theme_id, draft.system_plugin_id);
  is_registered boolean;
  used_version text;
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
  IF EXISTS (
    SELECT FROM listings l
    WHERE l.type = draft.type AND l.slug = draft.slug AND l.version_key > draft.version_key
      AND l.status IN ('APPROVED', 'PENDING_APPROVAL')
  ) THEN
    RAISE EXCEPTION 'the version does not rank higher' USING ERRCODE = 'DD004';
  END IF;

  INSERT INTO listings SELECT draft.*;
  INSERT INTO audit_log SELECT entry.* FROM jsonb_populate_record(NULL::audit_log, audit) entry;
  INSERT INTO domain_events (id, tenant_id, type, version, subject_id, data, occurred_at)
  SELECT told.id, told.tenant_id, told.type, told.version, told.subject_id, told.data, told.occurred_at
  FROM jsonb_populate_record(NULL::domain_events, event) told;
  RETURN QUERY SELECT * FROM listing_queue_position(draft.submitted_at, draft.id);
END $$;

-- Stores new versions of many items, of whatever tenants, and tells where they stand in the queue. `drafts`, `audits` and
-- `events` are arrays of rows of `listings`, `audit_log` and `domain_events` as JSON. Stored is only what nothing stands in
-- the way of. What is left out is for `submit_listing`, which waits where somebody else holds the slug or the entity, and
-- says what is wrong. Needs the platform's scope.
--
-- Who holds many slugs must wait for none, or two could wait for each other. The versions there are, are looked for by a
-- statement of its own: it sees what was committed before the slugs were had. Its look-ups are scalar, each by the index;
-- as a join the table would be read as a whole.
CREATE OR REPLACE FUNCTION submit_listings(drafts json, audits json, events json)
  RETURNS TABLE (
    listing_id uuid, ahead integer, pending integer, decisions integer, wait_p50 double precision, wait_p90 double precision
  )
  LANGUAGE plpgsql
  -- The statements are the same whatever the drafts are; planning them takes longer than running them.
  SET plan_cache_mode = force_generic_plan
AS $$
DECLARE
  held uuid[];
  stored uuid[];
  instants timestamptz[];
BEGIN
  held := array(
    SELECT draft.id FROM json_populate_recordset(NULL::listings, drafts) draft
    CROSS JOIN LATERAL (
      SELECT FROM slug_claims claim
      WHERE claim.type = draft.type AND claim.slug = draft.slug AND claim.tenant_id = draft.tenant_id
        AND claim.entity_id = coalesce(draft.app_plugin_id, draft.theme_id, draft.system_plugin_id)
      FOR NO KEY UPDATE SKIP LOCKED
    ) claim
    LEFT JOIN LATERAL (SELECT id FROM app_plugins WHERE id = draft.app_plugin_id FOR KEY SHARE SKIP LOCKED) plugin ON true
    LEFT JOIN LATERAL (SELECT id FROM themes WHERE id = draft.theme_id FOR KEY SHARE SKIP LOCKED) theme ON true
    LEFT JOIN LATERAL (SELECT id FROM system_plugins WHERE id = draft.system_plugin_id FOR KEY SHARE SKIP LOCKED) system ON true
    WHERE coalesce(plugin.id, theme.id, system.id) IS NOT NULL
  );
  WITH submitted AS (
    INSERT INTO listings
    SELECT draft.* FROM json_populate_recordset(NULL::listings, drafts) draft
    WHERE draft.id = ANY (held) AND (
      SELECT l.id FROM listings l
      WHERE l.type = draft.type AND l.slug = draft.slug AND l.version_key >= draft.version_key
        AND (l.version_key = draft.version_key OR l.status IN ('APPROVED', 'PENDING_APPROVAL'))
      LIMIT 1
    ) IS NULL
    RETURNING id, submitted_at
  ), audited AS (
    INSERT INTO audit_log
    SELECT entry.* FROM json_populate_recordset(NULL::audit_log, audits) entry
    WHERE entry.subject_id IN (SELECT id::text FROM submitted)
  ), told AS (
    INSERT INTO domain_events (id, tenant_id, type, version, subject_id, data, occurred_at)
    SELECT event.id, event.tenant_id, event.type, event.version, event.subject_id, event.data, event.occurred_at
    FROM json_populate_recordset(NULL::domain_events, events) event
    WHERE event.subject_id IN (SELECT id FROM submitted)
  )
  SELECT array_agg(id), array_agg(submitted_at) INTO stored, instants FROM submitted;
  RETURN QUERY SELECT * FROM listing_queue_places(instants, stored);
END $$;
