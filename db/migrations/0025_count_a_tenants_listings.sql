CREATE TABLE "listing_totals" (
	"tenant_id" uuid NOT NULL,
	"status" text NOT NULL,
	"listings" integer NOT NULL,
	CONSTRAINT "listing_totals_tenant_id_status_pk" PRIMARY KEY("tenant_id","status"),
	CONSTRAINT "listing_totals_status_check" CHECK ("listing_totals"."status" in ('PENDING_APPROVAL', 'APPROVED', 'REJECTED', 'WITHDRAWN', 'SUSPENDED'))
);
--> statement-breakpoint
DROP INDEX "listings_tenant_newest";--> statement-breakpoint
ALTER TABLE "listing_totals" ADD CONSTRAINT "listing_totals_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "listings_tenant_status_newest" ON "listings" USING btree ("tenant_id","status","submitted_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CALL wall_off('listing_totals');
--> statement-breakpoint
DO $$
DECLARE
  callers_scope text := current_setting('drydock.scope', true);
BEGIN
  PERFORM set_config('drydock.scope', '*', true);
  INSERT INTO listing_totals (tenant_id, status, listings)
  SELECT tenant_id, status, count(*) FROM listings WHERE status <> 'PENDING_APPROVAL' GROUP BY tenant_id, status;
  PERFORM set_config('drydock.scope', coalesce(callers_scope, ''), true);
END $$;
--> statement-breakpoint
CREATE FUNCTION count_decided(tenant uuid, decided text, change bigint) RETURNS void LANGUAGE sql AS $$
  INSERT INTO listing_totals AS kept (tenant_id, status, listings) VALUES (tenant, decided, change)
  ON CONFLICT (tenant_id, status) DO UPDATE SET listings = kept.listings + excluded.listings
$$;
--> statement-breakpoint
-- Now of decided ones, too. Totals are locked in the order of their key, so that no two statements wait for each other.
CREATE OR REPLACE FUNCTION keep_pending_counts() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  waiting integer;
  decided integer;
BEGIN
  CASE TG_OP
    WHEN 'INSERT' THEN
      SELECT count(*) FILTER (WHERE status = 'PENDING_APPROVAL'), count(*) FILTER (WHERE status <> 'PENDING_APPROVAL')
      INTO waiting, decided FROM new_rows;
      -- Every publication comes by here, so this does what count_pending does without the call.
      UPDATE pending_counts SET pending = pending + waiting WHERE slot = pg_backend_pid() % 64 AND waiting <> 0;
      IF decided > 0 THEN
        PERFORM count_decided(tenant_id, status, change) FROM (
          SELECT tenant_id, status, count(*) AS change FROM new_rows
          WHERE status <> 'PENDING_APPROVAL' GROUP BY tenant_id, status ORDER BY tenant_id, status
        ) added;
      END IF;
    WHEN 'UPDATE' THEN
      PERFORM count_pending(
        (SELECT count(*) FROM new_rows WHERE status = 'PENDING_APPROVAL')
          - (SELECT count(*) FROM old_rows WHERE status = 'PENDING_APPROVAL')
      );
      PERFORM count_decided(tenant_id, status, change) FROM (
        SELECT tenant_id, status, sum(part)::bigint AS change FROM (
          SELECT tenant_id, status, 1 AS part FROM new_rows UNION ALL SELECT tenant_id, status, -1 FROM old_rows
        ) parts
        WHERE status <> 'PENDING_APPROVAL'
        GROUP BY tenant_id, status HAVING sum(part) <> 0 ORDER BY tenant_id, status
      ) changed;
    WHEN 'DELETE' THEN
      PERFORM count_pending(-count(*)) FROM old_rows WHERE status = 'PENDING_APPROVAL';
      PERFORM count_decided(tenant_id, status, change) FROM (
        SELECT tenant_id, status, -count(*) AS change FROM old_rows
        WHERE status <> 'PENDING_APPROVAL' GROUP BY tenant_id, status ORDER BY tenant_id, status
      ) removed;
  END CASE;
  RETURN NULL;
END $$;
