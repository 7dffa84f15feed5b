CREATE TABLE "moderation_pace" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"waits" integer[] DEFAULT '{}' NOT NULL,
	"wait_p50" double precision,
	"wait_p90" double precision,
	CONSTRAINT "moderation_pace_one_row" CHECK ("moderation_pace"."id" = 1)
);
--> statement-breakpoint
DROP INDEX "listing_decisions_waits";--> statement-breakpoint
DROP INDEX "billing_events_state_newest";--> statement-breakpoint
DROP INDEX "billing_events_newest";--> statement-breakpoint
DROP INDEX "billing_events_tenant_newest";--> statement-breakpoint
DROP INDEX "payments_tenant_newest";--> statement-breakpoint
DROP INDEX "builds_tenant_newest";--> statement-breakpoint
DROP INDEX "builds_tenant_status_newest";--> statement-breakpoint
DROP INDEX "builds_newest";--> statement-breakpoint
DROP INDEX "builds_worker";--> statement-breakpoint
DROP INDEX "listing_decisions_listing_id_decided_at_id_index";--> statement-breakpoint
DROP INDEX "listings_tenant_newest";--> statement-breakpoint
DROP INDEX "listings_pending";--> statement-breakpoint
DROP INDEX "listings_status_newest";--> statement-breakpoint
DROP INDEX "listings_approved_versions";--> statement-breakpoint
DROP INDEX "deliveries_channel_newest";--> statement-breakpoint
DROP INDEX "deliveries_channel_state_newest";--> statement-breakpoint
DROP INDEX "domain_events_tenant_id_occurred_at_index";--> statement-breakpoint
DROP INDEX "notices_newest";--> statement-breakpoint
DROP INDEX "audit_log_newest";--> statement-breakpoint
DROP INDEX "audit_log_tenant_newest";--> statement-breakpoint
DROP INDEX "audit_log_subject";--> statement-breakpoint
CREATE INDEX "billing_events_state_newest" ON "billing_events" USING btree ("state","received_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "billing_events_newest" ON "billing_events" USING btree ("received_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "billing_events_tenant_newest" ON "billing_events" USING btree ("tenant_id","occurred_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "payments_tenant_newest" ON "payments" USING btree ("tenant_id","occurred_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "builds_tenant_newest" ON "builds" USING btree ("tenant_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "builds_tenant_status_newest" ON "builds" USING btree ("tenant_id","status","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "builds_newest" ON "builds" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "builds_worker" ON "builds" USING btree ("worker_id","finished_at" DESC NULLS FIRST) WHERE "builds"."worker_id" is not null;--> statement-breakpoint
CREATE INDEX "listing_decisions_listing_id_decided_at_id_index" ON "listing_decisions" USING btree ("listing_id","decided_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "listings_tenant_newest" ON "listings" USING btree ("tenant_id","submitted_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "listings_pending" ON "listings" USING btree ("submitted_at","id","tenant_id") WHERE "listings"."status" = 'PENDING_APPROVAL';--> statement-breakpoint
CREATE INDEX "listings_status_newest" ON "listings" USING btree ("status","submitted_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "listings_approved_versions" ON "listings" USING btree ("type","slug","version_key" DESC NULLS FIRST) WHERE "listings"."status" = 'APPROVED';--> statement-breakpoint
CREATE INDEX "deliveries_channel_newest" ON "deliveries" USING btree ("channel_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "deliveries_channel_state_newest" ON "deliveries" USING btree ("channel_id","state","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "domain_events_tenant_id_occurred_at_index" ON "domain_events" USING btree ("tenant_id","occurred_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "notices_newest" ON "notices" USING btree ("user_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "audit_log_newest" ON "audit_log" USING btree ("at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "audit_log_tenant_newest" ON "audit_log" USING btree ("tenant_id","at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "audit_log_subject" ON "audit_log" USING btree ("subject_type","subject_id","at" DESC NULLS FIRST);
--> statement-breakpoint
SELECT set_config('drydock.scope', '*', true);--> statement-breakpoint
INSERT INTO moderation_pace (waits, wait_p50, wait_p90)
SELECT coalesce(array_agg(wait_seconds ORDER BY decided_at DESC), '{}'),
  percentile_cont(0.5) WITHIN GROUP (ORDER BY wait_seconds),
  percentile_cont(0.9) WITHIN GROUP (ORDER BY wait_seconds)
FROM (
  SELECT wait_seconds, decided_at FROM listing_decisions WHERE wait_seconds IS NOT NULL ORDER BY decided_at DESC LIMIT 200
) recent;
--> statement-breakpoint
CREATE FUNCTION keep_moderation_pace() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE moderation_pace pace SET (waits, wait_p50, wait_p90) = (
    SELECT array_agg(wait ORDER BY place),
      percentile_cont(0.5) WITHIN GROUP (ORDER BY wait), percentile_cont(0.9) WITHIN GROUP (ORDER BY wait)
    FROM unnest(NEW.wait_seconds || pace.waits) WITH ORDINALITY AS recent(wait, place)
    WHERE place <= 200
  );
  RETURN NULL;
END $$;
--> statement-breakpoint
-- One row for all: a transaction that decides several listings would hold it against every other moderator.
CREATE TRIGGER keep_moderation_pace AFTER INSERT ON listing_decisions
  FOR EACH ROW WHEN (NEW.wait_seconds IS NOT NULL) EXECUTE FUNCTION keep_moderation_pace();
--> statement-breakpoint
-- As before, without reading the decisions: publishing asks for it each time.
CREATE OR REPLACE FUNCTION listing_queue_outlook(submitted timestamptz, listing uuid)
  RETURNS TABLE (ahead integer, pending integer, decisions integer, wait_p50 double precision, wait_p90 double precision)
  LANGUAGE plpgsql AS $$
DECLARE
  callers_scope text := current_setting('drydock.scope', true);
BEGIN
  PERFORM set_config('drydock.scope', '*', true);
  RETURN QUERY
    SELECT queue.ahead, queue.pending, cardinality(pace.waits), pace.wait_p50, pace.wait_p90
    FROM (
      SELECT
        count(*) FILTER (WHERE (l.submitted_at, l.id) < (submitted, listing))::integer AS ahead,
        count(*)::integer AS pending
      FROM listings l WHERE l.status = 'PENDING_APPROVAL'
    ) queue, moderation_pace pace;
  PERFORM set_config('drydock.scope', callers_scope, true);
END $$;
