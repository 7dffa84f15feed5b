CREATE TABLE "installation_days" (
	"tenant_id" uuid NOT NULL,
	"listing_id" uuid NOT NULL,
	"day" date NOT NULL,
	"installations" integer NOT NULL,
	CONSTRAINT "installation_days_listing_id_day_pk" PRIMARY KEY("listing_id","day")
);
--> statement-breakpoint
ALTER TABLE "installation_days" ADD CONSTRAINT "installation_days_tenant_id_listing_id_listings_tenant_id_id_fk" FOREIGN KEY ("tenant_id","listing_id") REFERENCES "public"."listings"("tenant_id","id") ON DELETE no action ON UPDATE no action;