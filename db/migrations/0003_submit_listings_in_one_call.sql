-- Judges one version of an item and stores it with its audit row. `listing` and `audit` are rows of `listings` and
-- `audit_log` as JSON. The slug's claim is the lock under which publishers who race are judged one after the other;
-- each statement here sees what the one before in that order has committed. Raises
--   DD001  the entity does not exist or is another tenant's
--   DD002  the slug belongs to another tenant or another entity
--   DD003  the version was used before, by the listing whose version the detail names
--   DD004  an approved or pending version of the slug ranks as high or higher
-- and otherwise tells where the listing stands in the queue.
CREATE FUNCTION submit_listing(scope text, listing jsonb, audit jsonb)
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
  RETURN QUERY SELECT * FROM listing_queue_outlook(draft.submitted_at, draft.id);
END $$;
