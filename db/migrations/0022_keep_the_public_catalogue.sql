CREATE TABLE "pending_counts" (
	"slot" integer PRIMARY KEY NOT NULL,
	"pending" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "marketplace_items" (
	"type" text NOT NULL,
	"slug" text NOT NULL,
	"tenant_id" uuid NOT NULL,
	"listing_id" uuid NOT NULL,
	"version_key" text collate "C" NOT NULL,
	"approved_at" timestamp (3) with time zone NOT NULL,
	"search_text" text collate "C" NOT NULL,
	CONSTRAINT "marketplace_items_type_slug_pk" PRIMARY KEY("type","slug"),
	CONSTRAINT "marketplace_items_type_check" CHECK ("marketplace_items"."type" in ('APP_PLUGIN', 'THEME', 'SYSTEM_PLUGIN'))
);
--> statement-breakpoint
ALTER TABLE "marketplace_items" ADD CONSTRAINT "marketplace_items_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
-- All that can be looked up in a text: what stands in it side by side, one, two or three characters long. Nobody looks for
-- white space.
CREATE FUNCTION marketplace_grams(searched text) RETURNS text[] LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  before_last text := '';
  last text := '';
  this text;
  grams text[] := '{}';
BEGIN
  FOREACH this IN ARRAY string_to_array(searched, NULL) LOOP
    IF this IN (' ', E'\n', E'\t') THEN
      before_last := '';
      last := '';
    ELSE
      grams := grams || this || (last || this) || (before_last || last || this);
      before_last := last;
      last := this;
    END IF;
  END LOOP;
  RETURN grams;
END $$;
--> statement-breakpoint
-- What of a word to look up: threes that cover it, or the word itself if it is shorter. More would find nothing sooner.
CREATE FUNCTION marketplace_keys(word text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN CASE WHEN length(word) < 3 THEN ARRAY[word] ELSE ARRAY(
    SELECT substr(word, least(at, length(word) - 2), 3) FROM generate_series(1, length(word), 3) at
  ) END;
--> statement-breakpoint
-- What the marketplace shows of a listing that is approved.
CREATE FUNCTION marketplace_item_of(listing listings) RETURNS marketplace_items LANGUAGE sql STABLE
  RETURN (
    listing.type, listing.slug, listing.tenant_id, listing.id, listing.version_key, listing.decided_at,
    lower(listing.name) || E'\n' || lower(listing.slug) || E'\n' || lower(listing.description)
  )::marketplace_items;
--> statement-breakpoint
-- Shows an item in its newest approved version, or no longer. Whoever changes what is shown takes locks in this order:
-- the listing's, its tenant's, against whoever suspends it, then the item's. An item that was not there can be made by two
-- at once, neither of whom sees the other's version: then the higher one stays.
CREATE FUNCTION refresh_marketplace_item(of_tenant uuid, of_type text, of_slug text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  callers_scope text := current_setting('drydock.scope', true);
  was_shown boolean;
  newest listings;
BEGIN
  PERFORM set_config('drydock.scope', '*', true);
  PERFORM FROM tenants WHERE id = of_tenant FOR SHARE;
  PERFORM FROM marketplace_items item WHERE item.type = of_type AND item.slug = of_slug FOR UPDATE;
  was_shown := FOUND;
  SELECT l.* INTO newest FROM listings l
  WHERE l.type = of_type AND l.slug = of_slug AND l.status = 'APPROVED' ORDER BY l.version_key DESC LIMIT 1;
  IF EXISTS (SELECT FROM tenants WHERE id = newest.tenant_id AND suspended_at IS NULL) THEN
    INSERT INTO marketplace_items AS item SELECT (marketplace_item_of(newest)).*
    ON CONFLICT ON CONSTRAINT marketplace_items_type_slug_pk DO UPDATE
      SET (tenant_id, listing_id, version_key, approved_at, search_text) =
        (excluded.tenant_id, excluded.listing_id, excluded.version_key, excluded.approved_at, excluded.search_text)
      WHERE was_shown OR item.version_key <= excluded.version_key;
  ELSIF was_shown THEN
    DELETE FROM marketplace_items item WHERE item.type = of_type AND item.slug = of_slug;
  END IF;
  PERFORM set_config('drydock.scope', callers_scope, true);
END $$;
--> statement-breakpoint
CREATE FUNCTION keep_marketplace_item() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' AND OLD.status = 'APPROVED' THEN
    PERFORM refresh_marketplace_item(OLD.tenant_id, OLD.type, OLD.slug);
  END IF;
  IF TG_OP = 'INSERT' OR TG_OP = 'UPDATE' AND NEW.status = 'APPROVED'
    AND (OLD.status, OLD.type, OLD.slug) IS DISTINCT FROM (NEW.status, NEW.type, NEW.slug) THEN
    PERFORM refresh_marketplace_item(NEW.tenant_id, NEW.type, NEW.slug);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER listings_show_inserted AFTER INSERT ON listings
  FOR EACH ROW WHEN (NEW.status = 'APPROVED') EXECUTE FUNCTION keep_marketplace_item();
--> statement-breakpoint
CREATE TRIGGER listings_show_updated
  AFTER UPDATE OF tenant_id, type, slug, version_key, name, description, status, decided_at ON listings
  FOR EACH ROW WHEN ('APPROVED' IN (OLD.status, NEW.status)) EXECUTE FUNCTION keep_marketplace_item();
--> statement-breakpoint
CREATE TRIGGER listings_hide_deleted AFTER DELETE ON listings
  FOR EACH ROW WHEN (OLD.status = 'APPROVED') EXECUTE FUNCTION keep_marketplace_item();
--> statement-breakpoint
-- All items of a tenant that is not suspended, in their newest approved versions.
CREATE FUNCTION show_marketplace_items(of_tenant uuid) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  callers_scope text := current_setting('drydock.scope', true);
BEGIN
  PERFORM set_config('drydock.scope', '*', true);
  INSERT INTO marketplace_items
  SELECT (marketplace_item_of(newest)).* FROM (
    SELECT DISTINCT ON (l.type, l.slug) l.* FROM listings l
    WHERE l.tenant_id = of_tenant AND l.status = 'APPROVED' ORDER BY l.type, l.slug, l.version_key DESC
  ) newest;
  PERFORM set_config('drydock.scope', callers_scope, true);
END $$;
--> statement-breakpoint
CREATE FUNCTION keep_marketplace_items() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.suspended_at IS NULL THEN
    PERFORM show_marketplace_items(NEW.id);
  ELSE
    DELETE FROM marketplace_items WHERE tenant_id = NEW.id;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER tenants_show_items AFTER UPDATE OF suspended_at ON tenants
  FOR EACH ROW WHEN ((OLD.suspended_at IS NULL) <> (NEW.suspended_at IS NULL)) EXECUTE FUNCTION keep_marketplace_items();
--> statement-breakpoint
DO $$
DECLARE
  callers_scope text := current_setting('drydock.scope', true);
BEGIN
  PERFORM set_config('drydock.scope', '*', true);
  INSERT INTO marketplace_items
  SELECT (marketplace_item_of(newest)).* FROM (
    SELECT DISTINCT ON (l.type, l.slug) l.* FROM listings l JOIN tenants t ON t.id = l.tenant_id
    WHERE l.status = 'APPROVED' AND t.suspended_at IS NULL ORDER BY l.type, l.slug, l.version_key DESC
  ) newest;
  PERFORM set_config('drydock.scope', coalesce(callers_scope, ''), true);
END $$;
--> statement-breakpoint
CREATE INDEX "marketplace_items_newest" ON "marketplace_items" USING btree ("approved_at" DESC NULLS FIRST,"listing_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "marketplace_items_type_newest" ON "marketplace_items" USING btree ("type","approved_at" DESC NULLS FIRST,"listing_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "marketplace_items_grams" ON "marketplace_items" USING gin (marketplace_grams("search_text")) WITH (gin_pending_list_limit=256);--> statement-breakpoint
CREATE INDEX "marketplace_items_tenant_id_index" ON "marketplace_items" USING btree ("tenant_id");--> statement-breakpoint
-- Otherwise each ANALYZE would take all those texts apart.
ALTER INDEX marketplace_items_grams ALTER COLUMN 1 SET STATISTICS 0;
--> statement-breakpoint
INSERT INTO pending_counts (slot) SELECT generate_series(0, 63);
--> statement-breakpoint
CREATE FUNCTION count_pending(change bigint) RETURNS void LANGUAGE sql AS $$
  UPDATE pending_counts SET pending = pending + change WHERE slot = pg_backend_pid() % 64 AND change <> 0
$$;
--> statement-breakpoint
DO $$
DECLARE
  callers_scope text := current_setting('drydock.scope', true);
BEGIN
  PERFORM set_config('drydock.scope', '*', true);
  PERFORM count_pending((SELECT count(*) FROM listings WHERE status = 'PENDING_APPROVAL'));
  PERFORM set_config('drydock.scope', coalesce(callers_scope, ''), true);
END $$;
--> statement-breakpoint
CREATE FUNCTION keep_pending_counts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  CASE TG_OP
    WHEN 'INSERT' THEN
      PERFORM count_pending(count(*)) FROM new_rows WHERE status = 'PENDING_APPROVAL';
    WHEN 'UPDATE' THEN
      PERFORM count_pending(
        (SELECT count(*) FROM new_rows WHERE status = 'PENDING_APPROVAL')
          - (SELECT count(*) FROM old_rows WHERE status = 'PENDING_APPROVAL')
      );
    WHEN 'DELETE' THEN
      PERFORM count_pending(-count(*)) FROM old_rows WHERE status = 'PENDING_APPROVAL';
  END CASE;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER listings_count_inserted AFTER INSERT ON listings REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION keep_pending_counts();
--> statement-breakpoint
CREATE TRIGGER listings_count_updated AFTER UPDATE ON listings REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION keep_pending_counts();
--> statement-breakpoint
CREATE TRIGGER listings_count_deleted AFTER DELETE ON listings REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION keep_pending_counts();
--> statement-breakpoint
-- As before, without reading the queue: what was submitted just now stands near its end, so those behind it are counted.
-- Only who asks for a listing in the middle has those ahead of it counted.
CREATE OR REPLACE FUNCTION listing_queue_outlook(submitted timestamptz, listing uuid)
  RETURNS TABLE (ahead integer, pending integer, decisions integer, wait_p50 double precision, wait_p90 double precision)
  LANGUAGE plpgsql AS $$
DECLARE
  callers_scope text := current_setting('drydock.scope', true);
BEGIN
  PERFORM set_config('drydock.scope', '*', true);
  RETURN QUERY
    WITH queue AS (SELECT sum(counted.pending)::integer AS pending FROM pending_counts counted),
    rest AS (
      SELECT count(*)::integer AS waiting FROM (
        SELECT FROM listings l
        WHERE l.status = 'PENDING_APPROVAL' AND (l.submitted_at, l.id) >= (submitted, listing) LIMIT 100
      ) behind
    )
    SELECT
      CASE WHEN rest.waiting < 100 THEN queue.pending - rest.waiting ELSE (
        SELECT count(*)::integer FROM listings l
        WHERE l.status = 'PENDING_APPROVAL' AND (l.submitted_at, l.id) < (submitted, listing)
      ) END,
      queue.pending, cardinality(pace.waits), pace.wait_p50, pace.wait_p90
    FROM queue, rest, moderation_pace pace;
  PERFORM set_config('drydock.scope', callers_scope, true);
END $$;
