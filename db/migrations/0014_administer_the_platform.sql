ALTER TABLE "tenants" ADD COLUMN "suspended_reason" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "disabled_reason" text;--> statement-breakpoint
CREATE INDEX "build_days_day" ON "build_days" USING btree ("day");--> statement-breakpoint
CREATE INDEX "builds_finished" ON "builds" USING btree ("finished_at","status") WHERE "builds"."finished_at" is not null;--> statement-breakpoint
CREATE INDEX "listings_newest" ON "listings" USING btree ("submitted_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "deliveries_pending_oldest" ON "deliveries" USING btree ("created_at") WHERE "deliveries"."state" = 'PENDING';--> statement-breakpoint
CREATE INDEX "deliveries_event" ON "deliveries" USING btree ("event_id");--> statement-breakpoint
CREATE INDEX "delivery_attempts_failed" ON "delivery_attempts" USING btree ("attempted_at") WHERE not "delivery_attempts"."succeeded";--> statement-breakpoint
CREATE INDEX "notices_event" ON "notices" USING btree ("event_id");--> statement-breakpoint
CREATE INDEX "notices_oldest" ON "notices" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "audit_log_actor_newest" ON "audit_log" USING btree ("actor_kind","actor_id","at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "audit_log_action_newest" ON "audit_log" USING btree ("action","at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "tenants_newest" ON "tenants" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "users_newest" ON "users" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "users_of_platform" ON "users" USING btree ("id") WHERE "users"."platform_role" is not null;--> statement-breakpoint
ALTER TABLE "tenants" ADD CONSTRAINT "tenants_suspended_reason_check" CHECK ("tenants"."suspended_reason" is null or "tenants"."suspended_at" is not null);--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_disabled_reason_check" CHECK ("users"."disabled_reason" is null or "users"."disabled_at" is not null);