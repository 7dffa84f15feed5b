-- The public catalogue (server/domains/marketplace/search.ts): marketplace_items holds each item in its current version, none of a
-- suspended tenant. The current version is the highest approved release, or the highest pre-release without a release.
-- Triggers on listings and tenants keep it, whatever changes those.

-- A list of words in the manifest of a listing's archive; null without an archive or for an empty list.
CREATE OR REPLACE FUNCTION manifest_words(listing listings, field text) RETURNS text[] LANGUAGE sql STABLE
  RETURN (
    SELECT array_agg(word ORDER BY position)
    FROM archives a, jsonb_array_elements_text(a.manifest -> field) WITH ORDINALITY words(word, position)
    WHERE a.tenant_id = listing.tenant_id AND a.sha256 = listing.archive_sha256
  );

-- The forms in which people type an item, with tabs between: its addresses, its name, and slug and name in one word.
CREATE OR REPLACE FUNCTION item_addresses(listing listings) RETURNS text LANGUAGE sql STABLE
  RETURN (
    SELECT concat_ws(E'\t', lower(replace(listing.type, '_', '-')) || '/' || listing.slug, t.slug || '/' || listing.slug,
      t.slug || '.' || listing.slug, replace(listing.slug, '-', ''), searchable_text(listing.name),
      translate(searchable_text(listing.name), E' -./,:;\'"()\n', ''))
    FROM tenants t WHERE t.id = listing.tenant_id
  );

-- The catalogue's row of an approved listing.
CREATE OR REPLACE FUNCTION to_marketplace_item(listing listings) RETURNS marketplace_items LANGUAGE sql STABLE
  RETURN (
    listing.type, listing.slug, listing.tenant_id, listing.id, listing.version_key, listing.decided_at,
    lower(listing.name) || E'\n' || lower(listing.slug) || E'\n' || item_addresses(listing)
      || E'\n' || searchable_text(listing.description)
      || coalesce(E'\n' || searchable_text(array_to_string(manifest_words(listing, 'keywords'), E'\n')), ''),
    coalesce(manifest_words(listing, 'categories'), '{}'), true
  )::marketplace_items;

-- Rank of an approved version: releases are above pre-releases, whose keys do not end with '~'.
CREATE OR REPLACE FUNCTION current_rank(version_key text) RETURNS text LANGUAGE sql IMMUTABLE
  RETURN CASE WHEN right(version_key, 1) = '~' THEN '1' ELSE '0' END || version_key COLLATE "C";

-- Writes an item in its current version, or removes it. Lock order: the listing, its tenant (against suspension),
-- the item. Two transactions may insert an item at once, neither of which sees the other's version: the higher one stays.
CREATE OR REPLACE FUNCTION refresh_marketplace_item(of_tenant uuid, of_type text, of_slug text) RETURNS void
  LANGUAGE plpgsql AS $$
DECLARE
  callers_scope text := current_setting('drydock.scope', true);
  was_shown boolean;
  current_version listings;
BEGIN
  PERFORM set_config('drydock.scope', '*', true);
  PERFORM FROM tenants WHERE id = of_tenant FOR SHARE;
  PERFORM FROM marketplace_items item WHERE item.type = of_type AND item.slug = of_slug FOR UPDATE;
  was_shown := FOUND;
  SELECT l.* INTO current_version FROM listings l
  WHERE l.type = of_type AND l.slug = of_slug AND l.status = 'APPROVED' ORDER BY current_rank(l.version_key) DESC LIMIT 1;
  IF EXISTS (SELECT FROM tenants WHERE id = current_version.tenant_id AND suspended_at IS NULL) THEN
    INSERT INTO marketplace_items AS item SELECT (to_marketplace_item(current_version)).*
    ON CONFLICT ON CONSTRAINT marketplace_items_type_slug_pk DO UPDATE
      SET (tenant_id, listing_id, version_key, approved_at, search_text, categories, is_recent) =
        (excluded.tenant_id, excluded.listing_id, excluded.version_key, excluded.approved_at, excluded.search_text,
         excluded.categories, excluded.is_recent)
      WHERE was_shown OR current_rank(item.version_key) <= current_rank(excluded.version_key);
  ELSIF was_shown THEN
    DELETE FROM marketplace_items item WHERE item.type = of_type AND item.slug = of_slug;
  END IF;
  PERFORM set_config('drydock.scope', callers_scope, true);
END $$;

CREATE OR REPLACE FUNCTION sync_marketplace_item() RETURNS trigger LANGUAGE plpgsql AS $$
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

CREATE OR REPLACE TRIGGER listings_sync_marketplace_inserted AFTER INSERT ON listings
  FOR EACH ROW WHEN (NEW.status = 'APPROVED') EXECUTE FUNCTION sync_marketplace_item();

CREATE OR REPLACE TRIGGER listings_sync_marketplace_updated
  AFTER UPDATE OF tenant_id, type, slug, version_key, name, description, status, decided_at ON listings
  FOR EACH ROW WHEN ('APPROVED' IN (OLD.status, NEW.status)) EXECUTE FUNCTION sync_marketplace_item();

CREATE OR REPLACE TRIGGER listings_sync_marketplace_deleted AFTER DELETE ON listings
  FOR EACH ROW WHEN (OLD.status = 'APPROVED') EXECUTE FUNCTION sync_marketplace_item();

-- Adds all items of a tenant that is not suspended, in their current versions. Also for imports that load listings
-- with the triggers disabled.
CREATE OR REPLACE FUNCTION insert_marketplace_items(of_tenant uuid) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  callers_scope text := current_setting('drydock.scope', true);
BEGIN
  PERFORM set_config('drydock.scope', '*', true);
  INSERT INTO marketplace_items
  SELECT (to_marketplace_item(newest)).* FROM (
    SELECT DISTINCT ON (l.type, l.slug) l.* FROM listings l
    WHERE l.tenant_id = of_tenant AND l.status = 'APPROVED' ORDER BY l.type, l.slug, current_rank(l.version_key) DESC
  ) newest;
  PERFORM set_config('drydock.scope', callers_scope, true);
END $$;

CREATE OR REPLACE FUNCTION sync_tenant_marketplace_items() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.suspended_at IS NULL THEN
    PERFORM insert_marketplace_items(NEW.id);
  ELSE
    DELETE FROM marketplace_items WHERE tenant_id = NEW.id;
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER tenants_sync_marketplace AFTER UPDATE OF suspended_at ON tenants
  FOR EACH ROW WHEN ((OLD.suspended_at IS NULL) <> (NEW.suspended_at IS NULL))
  EXECUTE FUNCTION sync_tenant_marketplace_items();

-- Downloads of an item follow it: the sum over all its versions when it enters the catalogue, counted on by
-- server/domains/marketplace/count-downloads.ts. The functions above, which write items, see all tenants.
CREATE OR REPLACE FUNCTION sync_marketplace_downloads() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO marketplace_downloads AS item (type, slug, current_listing_id, downloads)
  SELECT NEW.type, NEW.slug, NEW.listing_id, coalesce(sum(counted.count), 0)
  FROM listings l JOIN listing_downloads counted ON counted.listing_id = l.id
  WHERE TG_OP = 'INSERT' AND l.type = NEW.type AND l.slug = NEW.slug
  ON CONFLICT ON CONSTRAINT marketplace_downloads_type_slug_pk DO UPDATE
    SET current_listing_id = excluded.current_listing_id;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER marketplace_items_sync_downloads_inserted AFTER INSERT ON marketplace_items
  FOR EACH ROW EXECUTE FUNCTION sync_marketplace_downloads();

CREATE OR REPLACE TRIGGER marketplace_items_sync_downloads_updated AFTER UPDATE OF listing_id ON marketplace_items
  FOR EACH ROW WHEN (OLD.listing_id <> NEW.listing_id) EXECUTE FUNCTION sync_marketplace_downloads();

-- Items in whose text every word stands, by the n-gram indexes, of all items or of the recent ones: those newer than every item
-- that is not marked as recent. A function, since the planner cannot tell how many there are and would plan every search anew.
CREATE OR REPLACE FUNCTION match_marketplace_items(words text[], of_types text[], only_recent boolean)
  RETURNS SETOF marketplace_items LANGUAGE plpgsql STABLE ROWS 50 COST 500 SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  first_word text;
  other_words text[] := '{}';
  word text;
  ngrams text[] := '{}';
  oldest timestamptz;
BEGIN
  FOREACH word IN ARRAY words LOOP
    word := lower(word);
    ngrams := ngrams || search_query_ngrams(word);
    IF first_word IS NULL THEN first_word := word; ELSE other_words := other_words || word; END IF;
  END LOOP;
  IF only_recent THEN
    oldest := coalesce((SELECT max(approved_at) FROM marketplace_items WHERE NOT is_recent), '-infinity');
    RETURN QUERY SELECT * FROM marketplace_items item
      WHERE item.is_recent AND item.approved_at > oldest AND search_ngrams(item.search_text) @> ngrams
        AND item.type = ANY (of_types) AND strpos(item.search_text, first_word) > 0
        AND (other_words = '{}' OR (SELECT bool_and(strpos(item.search_text, each) > 0) FROM unnest(other_words) each));
  ELSE
    RETURN QUERY SELECT * FROM marketplace_items item
      WHERE search_ngrams(item.search_text) @> ngrams
        AND item.type = ANY (of_types) AND strpos(item.search_text, first_word) > 0
        AND (other_words = '{}' OR (SELECT bool_and(strpos(item.search_text, each) > 0) FROM unnest(other_words) each));
  END IF;
END $$;

-- The first items, by name, whose name starts with a text, up to max_items of each type.
CREATE OR REPLACE FUNCTION prefixed_marketplace_items(prefix text, of_types text[], max_items integer)
  RETURNS SETOF marketplace_items LANGUAGE plpgsql STABLE ROWS 10 COST 100 SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  -- Greater than every text that starts with the prefix.
  prefix_end text := lower(prefix) || U&'\+10FFFF';
  of_type text;
BEGIN
  FOREACH of_type IN ARRAY of_types LOOP
    RETURN QUERY SELECT * FROM marketplace_items item
      WHERE item.type = of_type AND split_part(item.search_text, E'\n', 1) >= lower(prefix)
        AND split_part(item.search_text, E'\n', 1) < prefix_end
      ORDER BY split_part(item.search_text, E'\n', 1), item.listing_id LIMIT max_items;
  END LOOP;
END $$;

-- Clears the mark of all items but the newest ones.
CREATE OR REPLACE FUNCTION trim_recent_marketplace_items(max_recent integer) RETURNS void LANGUAGE sql AS $$
  UPDATE marketplace_items SET is_recent = false WHERE is_recent AND approved_at <= (
    SELECT approved_at FROM marketplace_items ORDER BY approved_at DESC, listing_id DESC OFFSET max_recent LIMIT 1
  )
$$;

-- Items whose searched text is of an earlier form.
DO $$
DECLARE
  callers_scope text := current_setting('drydock.scope', true);
BEGIN
  PERFORM set_config('drydock.scope', '*', true);
  UPDATE marketplace_items item SET search_text = current.search_text
  FROM listings l, LATERAL to_marketplace_item(l) current
  WHERE l.id = item.listing_id AND item.search_text <> current.search_text;
  PERFORM set_config('drydock.scope', callers_scope, true);
END $$;
