CREATE TABLE "listing_download_networks" (
	"listing_id" uuid NOT NULL,
	"day" date NOT NULL,
	"network" "bytea" NOT NULL,
	CONSTRAINT "listing_download_networks_listing_id_day_network_pk" PRIMARY KEY("listing_id","day","network")
);
--> statement-breakpoint
ALTER TABLE "listing_download_networks" ADD CONSTRAINT "listing_download_networks_listing_id_listings_id_fk" FOREIGN KEY ("listing_id") REFERENCES "public"."listings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "listing_download_networks_day_index" ON "listing_download_networks" USING btree ("day");