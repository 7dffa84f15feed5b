CREATE TABLE "theme_previews" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"theme_id" uuid NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"stored_at" timestamp (3) with time zone,
	"detached_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "themes" ADD COLUMN "revision" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "themes" ADD COLUMN "edited_by" uuid;--> statement-breakpoint
ALTER TABLE "listings" ADD COLUMN "theme_look" jsonb;--> statement-breakpoint
ALTER TABLE "theme_previews" ADD CONSTRAINT "theme_previews_tenant_id_theme_id_themes_tenant_id_id_fk" FOREIGN KEY ("tenant_id","theme_id") REFERENCES "public"."themes"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "theme_previews_theme_id_index" ON "theme_previews" USING btree ("theme_id");--> statement-breakpoint
CREATE INDEX "theme_previews_detached" ON "theme_previews" USING btree ("detached_at") WHERE "theme_previews"."detached_at" is not null;--> statement-breakpoint
ALTER TABLE "themes" ADD CONSTRAINT "themes_edited_by_users_id_fk" FOREIGN KEY ("edited_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
-- Row-level security would hide every row from this update.
SELECT set_config('drydock.scope', '*', true);--> statement-breakpoint
UPDATE "listings" SET "theme_look" = jsonb_build_object('themeConfig', "themes"."theme_config", 'previewImages', "themes"."preview_images")
FROM "themes" WHERE "themes"."id" = "listings"."theme_id";--> statement-breakpoint
ALTER TABLE "listings" ADD CONSTRAINT "listings_look_check" CHECK (("listings"."type" = 'THEME') = ("listings"."theme_look" is not null));--> statement-breakpoint
ALTER TABLE "theme_previews" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "theme_previews" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY tenant_wall ON "theme_previews" USING (drydock_in_scope(tenant_id)) WITH CHECK (drydock_in_scope(tenant_id));
