CREATE TABLE "listing_download_days" (
	"listing_id" uuid NOT NULL,
	"day" date NOT NULL,
	"count" bigint NOT NULL,
	CONSTRAINT "listing_download_days_listing_id_day_pk" PRIMARY KEY("listing_id","day")
);
--> statement-breakpoint
CREATE TABLE "marketplace_downloads" (
	"type" text NOT NULL,
	"slug" text NOT NULL,
	"current_listing_id" uuid NOT NULL,
	"downloads" bigint NOT NULL,
	CONSTRAINT "marketplace_downloads_type_slug_pk" PRIMARY KEY("type","slug"),
	CONSTRAINT "marketplace_downloads_type_check" CHECK ("marketplace_downloads"."type" in ('APP_PLUGIN', 'THEME', 'SYSTEM_PLUGIN'))
);
--> statement-breakpoint
ALTER TABLE "marketplace_items" ADD COLUMN "categories" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "listing_download_days" ADD CONSTRAINT "listing_download_days_listing_id_listings_id_fk" FOREIGN KEY ("listing_id") REFERENCES "public"."listings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "marketplace_downloads" ADD CONSTRAINT "marketplace_downloads_item_fk" FOREIGN KEY ("type","slug") REFERENCES "public"."marketplace_items"("type","slug") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "marketplace_downloads_most" ON "marketplace_downloads" USING btree ("downloads" DESC NULLS FIRST,"current_listing_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "marketplace_downloads_type_most" ON "marketplace_downloads" USING btree ("type","downloads" DESC NULLS FIRST,"current_listing_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "marketplace_items_categories" ON "marketplace_items" USING gin ("categories");--> statement-breakpoint
-- Written by hand: the items that exist, with the downloads of all their versions.
SELECT set_config('drydock.scope', '*', true);--> statement-breakpoint
INSERT INTO "marketplace_downloads" ("type", "slug", "current_listing_id", "downloads")
SELECT item."type", item."slug", item."listing_id", coalesce(sum(counted."count"), 0)
FROM "marketplace_items" item
JOIN "listings" l ON l."type" = item."type" AND l."slug" = item."slug"
LEFT JOIN "listing_downloads" counted ON counted."listing_id" = l."id"
GROUP BY item."type", item."slug", item."listing_id";
