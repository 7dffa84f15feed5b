CREATE TABLE "app_variables" (
	"app_id" uuid NOT NULL,
	"name" text NOT NULL,
	"tenant_id" uuid NOT NULL,
	"platforms" text[] NOT NULL,
	"is_secret" boolean NOT NULL,
	"value" text,
	"encrypted" "bytea",
	"updated_at" timestamp (3) with time zone NOT NULL,
	"updated_by" uuid,
	CONSTRAINT "app_variables_app_id_name_pk" PRIMARY KEY("app_id","name"),
	CONSTRAINT "app_variables_value_check" CHECK (("app_variables"."value" is null) = "app_variables"."is_secret" and ("app_variables"."encrypted" is not null) = "app_variables"."is_secret")
);
--> statement-breakpoint
CREATE TABLE "build_variables" (
	"build_id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"variables" jsonb NOT NULL,
	"encrypted" "bytea"
);
--> statement-breakpoint
ALTER TABLE "builds" DROP CONSTRAINT "builds_end_reason_check";--> statement-breakpoint
ALTER TABLE "api_tokens" DROP CONSTRAINT "api_tokens_permissions_check";--> statement-breakpoint
ALTER TABLE "build_logs" ADD COLUMN "received_bytes" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "build_logs" ADD COLUMN "pending" "bytea";--> statement-breakpoint
UPDATE "build_logs" SET "received_bytes" = "size_bytes";--> statement-breakpoint
ALTER TABLE "app_variables" ADD CONSTRAINT "app_variables_updated_by_users_id_fk" FOREIGN KEY ("updated_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "app_variables" ADD CONSTRAINT "app_variables_tenant_id_app_id_apps_tenant_id_id_fk" FOREIGN KEY ("tenant_id","app_id") REFERENCES "public"."apps"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "build_variables" ADD CONSTRAINT "build_variables_tenant_id_build_id_builds_tenant_id_id_fk" FOREIGN KEY ("tenant_id","build_id") REFERENCES "public"."builds"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "build_variables_encrypted" ON "build_variables" USING btree ("build_id") WHERE "build_variables"."encrypted" is not null;--> statement-breakpoint
ALTER TABLE "builds" ADD CONSTRAINT "builds_end_reason_check" CHECK ("builds"."end_reason" in ('CANCELLED', 'WORKER_LOST', 'WORKER_STOPPED', 'SECRETS_UNREADABLE', 'BY_HAND'));--> statement-breakpoint
ALTER TABLE "api_tokens" ADD CONSTRAINT "api_tokens_permissions_check" CHECK ("api_tokens"."permissions" <@ array['MARKETPLACE_PUBLISH', 'BUILDS_READ', 'BUILDS_CREATE', 'APPS_MANAGE']::text[]);