-- outside a transaction
DROP INDEX CONCURRENTLY IF EXISTS "build_reports_unapplied";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "build_reports_unapplied" ON "build_reports" USING btree ("received_at") WHERE not "build_reports"."applied";
