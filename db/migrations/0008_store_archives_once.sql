CREATE TABLE "archive_objects" (
	"sha256" text PRIMARY KEY NOT NULL,
	"stored_at" timestamp (3) with time zone,
	"touched_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "archive_objects_sha256_check" CHECK ("archive_objects"."sha256" ~ '^[0-9a-f]{64}$')
);
--> statement-breakpoint
CREATE TABLE "listing_downloads" (
	"listing_id" uuid PRIMARY KEY NOT NULL,
	"count" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "archives" ADD COLUMN "touched_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "listings" ADD COLUMN "flags" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "listing_downloads" ADD CONSTRAINT "listing_downloads_listing_id_listings_id_fk" FOREIGN KEY ("listing_id") REFERENCES "public"."listings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "archive_objects_touched_at_index" ON "archive_objects" USING btree ("touched_at");--> statement-breakpoint
INSERT INTO "archive_objects" ("sha256", "stored_at", "touched_at")
  SELECT "sha256", min("created_at"), max("created_at") FROM "archives" GROUP BY "sha256";--> statement-breakpoint
ALTER TABLE "archives" ADD CONSTRAINT "archives_sha256_archive_objects_sha256_fk" FOREIGN KEY ("sha256") REFERENCES "public"."archive_objects"("sha256") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "archives_sha256_index" ON "archives" USING btree ("sha256");--> statement-breakpoint
CREATE INDEX "archives_touched_at_index" ON "archives" USING btree ("touched_at");