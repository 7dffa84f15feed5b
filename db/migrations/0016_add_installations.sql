CREATE TABLE "build_inputs" (
	"build_id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"inputs" jsonb NOT NULL,
	"look" text
);
--> statement-breakpoint
CREATE TABLE "installations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"app_id" uuid,
	"type" text NOT NULL,
	"slug" text NOT NULL,
	"listing_id" uuid NOT NULL,
	"updates" text DEFAULT 'MANUAL' NOT NULL,
	"accepted_permissions" text[] DEFAULT '{}' NOT NULL,
	"held_back" jsonb,
	"installed_by" uuid,
	"installed_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "installations_type_check" CHECK ("installations"."type" in ('APP_PLUGIN', 'THEME', 'SYSTEM_PLUGIN')),
	CONSTRAINT "installations_updates_check" CHECK ("installations"."updates" in ('MANUAL', 'PATCH', 'MINOR')),
	CONSTRAINT "installations_target_check" CHECK (("installations"."type" = 'SYSTEM_PLUGIN') = ("installations"."app_id" is null))
);
--> statement-breakpoint
ALTER TABLE "build_inputs" ADD CONSTRAINT "build_inputs_tenant_id_build_id_builds_tenant_id_id_fk" FOREIGN KEY ("tenant_id","build_id") REFERENCES "public"."builds"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "installations" ADD CONSTRAINT "installations_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "installations" ADD CONSTRAINT "installations_listing_id_listings_id_fk" FOREIGN KEY ("listing_id") REFERENCES "public"."listings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "installations" ADD CONSTRAINT "installations_installed_by_users_id_fk" FOREIGN KEY ("installed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "installations" ADD CONSTRAINT "installations_tenant_id_app_id_apps_tenant_id_id_fk" FOREIGN KEY ("tenant_id","app_id") REFERENCES "public"."apps"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "installations_app_item" ON "installations" USING btree ("app_id","type","slug") WHERE "installations"."app_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "installations_tenant_item" ON "installations" USING btree ("tenant_id","type","slug") WHERE "installations"."app_id" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "installations_theme" ON "installations" USING btree ("app_id") WHERE "installations"."type" = 'THEME';--> statement-breakpoint
CREATE INDEX "installations_item" ON "installations" USING btree ("type","slug","listing_id");--> statement-breakpoint
CREATE INDEX "installations_listing_id_index" ON "installations" USING btree ("listing_id");