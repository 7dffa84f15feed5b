CREATE TABLE "listing_messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"listing_id" uuid NOT NULL,
	"is_from_moderator" boolean NOT NULL,
	"author_id" uuid NOT NULL,
	"text" text NOT NULL,
	"sent_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "muted_notices" DROP CONSTRAINT "muted_notices_kind_check";--> statement-breakpoint
ALTER TABLE "notices" DROP CONSTRAINT "notices_kind_check";--> statement-breakpoint
ALTER TABLE "moderation_claims" ADD COLUMN "claimed_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "listing_messages" ADD CONSTRAINT "listing_messages_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "listing_messages" ADD CONSTRAINT "listing_messages_tenant_id_listing_id_listings_tenant_id_id_fk" FOREIGN KEY ("tenant_id","listing_id") REFERENCES "public"."listings"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "listing_messages_listing_id_sent_at_id_index" ON "listing_messages" USING btree ("listing_id","sent_at","id");--> statement-breakpoint
ALTER TABLE "muted_notices" ADD CONSTRAINT "muted_notices_kind_check" CHECK ("muted_notices"."kind" in ('BUILD_FAILED', 'LISTING_DECIDED', 'LISTING_MESSAGE', 'PAYMENT_FAILED', 'TOKEN_EXPIRING', 'CHANNEL_FAILING'));--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_kind_check" CHECK ("notices"."kind" in ('BUILD_FAILED', 'LISTING_DECIDED', 'LISTING_MESSAGE', 'PAYMENT_FAILED', 'TOKEN_EXPIRING', 'CHANNEL_FAILING'));
--> statement-breakpoint
ALTER TABLE listing_messages ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE listing_messages FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY tenant_wall ON listing_messages USING (drydock_in_scope(tenant_id)) WITH CHECK (drydock_in_scope(tenant_id));
