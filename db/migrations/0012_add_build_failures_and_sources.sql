CREATE TABLE "build_failures" (
	"build_id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"platform" text NOT NULL,
	"worker_id" text,
	"fingerprint" text collate "C",
	"finished_at" timestamp (3) with time zone NOT NULL,
	"is_pending" boolean NOT NULL,
	CONSTRAINT "build_failures_platform_check" CHECK ("build_failures"."platform" in ('ANDROID', 'IOS'))
);
--> statement-breakpoint
CREATE TABLE "failure_notices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"fingerprint" text collate "C" NOT NULL,
	"text" text NOT NULL,
	"build_id" uuid NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"created_by" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ended_by" uuid,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "failure_notices_ended_check" CHECK (("failure_notices"."ended_at" is null) = ("failure_notices"."ended_by" is null))
);
--> statement-breakpoint
CREATE TABLE "build_sources" (
	"build_id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"git_ref" text,
	"version" text NOT NULL,
	"created_by" uuid,
	"worker_id" text,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "build_views" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"query" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "build_views_name_key" UNIQUE("tenant_id","user_id","name")
);
--> statement-breakpoint
ALTER TABLE "build_failures" ADD CONSTRAINT "build_failures_tenant_id_build_id_builds_tenant_id_id_fk" FOREIGN KEY ("tenant_id","build_id") REFERENCES "public"."builds"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "failure_notices" ADD CONSTRAINT "failure_notices_build_id_builds_id_fk" FOREIGN KEY ("build_id") REFERENCES "public"."builds"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "failure_notices" ADD CONSTRAINT "failure_notices_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "failure_notices" ADD CONSTRAINT "failure_notices_ended_by_users_id_fk" FOREIGN KEY ("ended_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "build_sources" ADD CONSTRAINT "build_sources_tenant_id_build_id_builds_tenant_id_id_fk" FOREIGN KEY ("tenant_id","build_id") REFERENCES "public"."builds"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "build_views" ADD CONSTRAINT "build_views_membership_fk" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."memberships"("tenant_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "build_failures_alike" ON "build_failures" USING btree ("fingerprint","finished_at" DESC NULLS FIRST,"build_id","tenant_id","worker_id","platform") WHERE "build_failures"."fingerprint" is not null;--> statement-breakpoint
CREATE INDEX "build_failures_newest" ON "build_failures" USING btree ("finished_at" DESC NULLS FIRST,"build_id","fingerprint","tenant_id","worker_id","platform") WHERE "build_failures"."fingerprint" is not null;--> statement-breakpoint
CREATE INDEX "build_failures_pending" ON "build_failures" USING btree ("build_id") WHERE "build_failures"."is_pending";--> statement-breakpoint
CREATE UNIQUE INDEX "failure_notices_active" ON "failure_notices" USING btree ("fingerprint") WHERE "failure_notices"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "build_sources_ref" ON "build_sources" USING btree ("tenant_id","git_ref","created_at" DESC NULLS FIRST,"build_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "build_sources_version" ON "build_sources" USING btree ("tenant_id","version","created_at" DESC NULLS FIRST,"build_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "build_sources_person" ON "build_sources" USING btree ("tenant_id","created_by","created_at" DESC NULLS FIRST,"build_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "build_sources_worker" ON "build_sources" USING btree ("tenant_id","worker_id","created_at" DESC NULLS FIRST,"build_id" DESC NULLS FIRST);