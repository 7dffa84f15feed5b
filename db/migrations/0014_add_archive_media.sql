ALTER TABLE "archive_objects" ADD COLUMN "readme" text;--> statement-breakpoint
ALTER TABLE "archive_objects" ADD COLUMN "pictures" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
CREATE INDEX "listings_archive_sha256_index" ON "listings" USING btree ("archive_sha256") WHERE "listings"."archive_sha256" is not null;