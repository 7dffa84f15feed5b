CREATE TABLE "featured_items" (
	"type" text NOT NULL,
	"slug" text NOT NULL,
	"position" integer NOT NULL,
	"featured_by" uuid NOT NULL,
	"featured_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "featured_items_type_slug_pk" PRIMARY KEY("type","slug"),
	CONSTRAINT "featured_items_type_check" CHECK ("featured_items"."type" in ('APP_PLUGIN', 'THEME', 'SYSTEM_PLUGIN'))
);
--> statement-breakpoint
ALTER TABLE "featured_items" ADD CONSTRAINT "featured_items_featured_by_users_id_fk" FOREIGN KEY ("featured_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;