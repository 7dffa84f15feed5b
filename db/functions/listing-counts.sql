-- Counts of listings, kept by triggers (server/domains/listings/counts.ts): pending ones of all tenants in pending_counts, decided
-- ones of each tenant in listing_totals.

-- Each connection of the server adds to a row of its own, so that publishers do not wait for each other.
CREATE OR REPLACE FUNCTION add_pending_count(change bigint) RETURNS void LANGUAGE sql AS $$
  UPDATE pending_counts SET pending = pending + change WHERE slot = pg_backend_pid() % 64 AND change <> 0
$$;

CREATE OR REPLACE FUNCTION count_pending_listings() RETURNS integer LANGUAGE sql STABLE AS $$
  SELECT sum(pending)::integer FROM pending_counts
$$;

CREATE OR REPLACE FUNCTION add_listing_total(tenant uuid, decided text, change bigint) RETURNS void LANGUAGE sql AS $$
  INSERT INTO listing_totals AS kept (tenant_id, status, listings) VALUES (tenant, decided, change)
  ON CONFLICT (tenant_id, status) DO UPDATE SET listings = kept.listings + excluded.listings
$$;

-- Totals are locked in the order of their key, so that no two statements wait for each other.
CREATE OR REPLACE FUNCTION update_listing_counts() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  waiting integer;
  decided integer;
BEGIN
  CASE TG_OP
    WHEN 'INSERT' THEN
      SELECT count(*) FILTER (WHERE status = 'PENDING_APPROVAL'), count(*) FILTER (WHERE status <> 'PENDING_APPROVAL')
      INTO waiting, decided FROM new_rows;
      -- The path of every publication: add_pending_count without the call.
      UPDATE pending_counts SET pending = pending + waiting WHERE slot = pg_backend_pid() % 64 AND waiting <> 0;
      IF decided > 0 THEN
        PERFORM add_listing_total(tenant_id, status, change) FROM (
          SELECT tenant_id, status, count(*) AS change FROM new_rows
          WHERE status <> 'PENDING_APPROVAL' GROUP BY tenant_id, status ORDER BY tenant_id, status
        ) added;
      END IF;
    WHEN 'UPDATE' THEN
      PERFORM add_pending_count(
        (SELECT count(*) FROM new_rows WHERE status = 'PENDING_APPROVAL')
          - (SELECT count(*) FROM old_rows WHERE status = 'PENDING_APPROVAL')
      );
      PERFORM add_listing_total(tenant_id, status, change) FROM (
        SELECT tenant_id, status, sum(part)::bigint AS change FROM (
          SELECT tenant_id, status, 1 AS part FROM new_rows UNION ALL SELECT tenant_id, status, -1 FROM old_rows
        ) parts
        WHERE status <> 'PENDING_APPROVAL'
        GROUP BY tenant_id, status HAVING sum(part) <> 0 ORDER BY tenant_id, status
      ) changed;
    WHEN 'DELETE' THEN
      PERFORM add_pending_count(-count(*)) FROM old_rows WHERE status = 'PENDING_APPROVAL';
      PERFORM add_listing_total(tenant_id, status, change) FROM (
        SELECT tenant_id, status, -count(*) AS change FROM old_rows
        WHERE status <> 'PENDING_APPROVAL' GROUP BY tenant_id, status ORDER BY tenant_id, status
      ) removed;
  END CASE;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER listings_count_inserted AFTER INSERT ON listings REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION update_listing_counts();

CREATE OR REPLACE TRIGGER listings_count_updated AFTER UPDATE ON listings
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION update_listing_counts();

CREATE OR REPLACE TRIGGER listings_count_deleted AFTER DELETE ON listings REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION update_listing_counts();
