CREATE TABLE "item_reports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"listing_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"text" text NOT NULL,
	"reporter_id" uuid,
	"reported_at" timestamp (3) with time zone NOT NULL,
	"status" text DEFAULT 'OPEN' NOT NULL,
	"note" text,
	"closed_by" uuid,
	"closed_at" timestamp (3) with time zone,
	CONSTRAINT "item_reports_reason_check" CHECK ("item_reports"."reason" in ('HARMFUL', 'PRIVACY', 'BROKEN', 'COPYRIGHT', 'MISLEADING', 'OTHER')),
	CONSTRAINT "item_reports_status_check" CHECK ("item_reports"."status" in ('OPEN', 'RESOLVED', 'DISMISSED')),
	CONSTRAINT "item_reports_closed_check" CHECK (("item_reports"."status" = 'OPEN') = ("item_reports"."closed_at" is null) and ("item_reports"."closed_at" is null) = ("item_reports"."note" is null))
);
--> statement-breakpoint
ALTER TABLE "item_reports" ADD CONSTRAINT "item_reports_listing_id_listings_id_fk" FOREIGN KEY ("listing_id") REFERENCES "public"."listings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "item_reports" ADD CONSTRAINT "item_reports_reporter_id_users_id_fk" FOREIGN KEY ("reporter_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "item_reports" ADD CONSTRAINT "item_reports_closed_by_users_id_fk" FOREIGN KEY ("closed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "item_reports_status_newest" ON "item_reports" USING btree ("status","reported_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "item_reports_listing_id_index" ON "item_reports" USING btree ("listing_id");