DROP INDEX "builds_tenant_newest";--> statement-breakpoint
DROP INDEX "builds_tenant_status_newest";--> statement-breakpoint
CREATE INDEX "builds_tenant_listed" ON "builds" USING btree ("tenant_id","platform","status","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "builds_app_listed" ON "builds" USING btree ("tenant_id","app_id","platform","status","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "builds_app_numbered" ON "builds" USING btree ("app_id","platform","status","number" DESC NULLS FIRST);--> statement-breakpoint
ALTER TABLE "builds" DROP COLUMN "artifact_sha256";