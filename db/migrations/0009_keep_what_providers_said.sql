CREATE TABLE "billing_objects" (
	"provider" text NOT NULL,
	"object_id" text NOT NULL,
	"kind" text NOT NULL,
	"facts" jsonb NOT NULL,
	"links" text[] DEFAULT '{}' NOT NULL,
	"subscription_ref" text,
	"assigned_to" uuid,
	"state_at" timestamp (3) with time zone NOT NULL,
	"progress" bigint NOT NULL,
	"event_id" text collate "C" NOT NULL,
	CONSTRAINT "billing_objects_provider_object_id_pk" PRIMARY KEY("provider","object_id"),
	CONSTRAINT "billing_objects_provider_check" CHECK ("billing_objects"."provider" in ('STRIPE', 'PAYPAL')),
	CONSTRAINT "billing_objects_kind_check" CHECK ("billing_objects"."kind" in ('SUBSCRIPTION', 'PAYMENT', 'REFUND', 'DISPUTE', 'LINK'))
);
--> statement-breakpoint
CREATE TABLE "purchases" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"item_type" text NOT NULL,
	"item_id" uuid NOT NULL,
	"payment_id" uuid NOT NULL,
	"granted_at" timestamp (3) with time zone NOT NULL,
	"revoked_at" timestamp (3) with time zone,
	CONSTRAINT "purchases_payment_key" UNIQUE("payment_id"),
	CONSTRAINT "purchases_item_type_check" CHECK ("purchases"."item_type" in ('APP_PLUGIN', 'THEME', 'SYSTEM_PLUGIN'))
);
--> statement-breakpoint
ALTER TABLE "billing_events" ADD COLUMN "assigned_to" uuid;--> statement-breakpoint
ALTER TABLE "billing_events" ADD COLUMN "object_ids" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "billing_events" ADD COLUMN "duplicates" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "billing_events" ADD COLUMN "redacted_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "disputed_minor" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "invoice_url" text;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "cancels_at_period_end" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "billing_objects" ADD CONSTRAINT "billing_objects_assigned_to_tenants_id_fk" FOREIGN KEY ("assigned_to") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchases" ADD CONSTRAINT "purchases_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchases" ADD CONSTRAINT "purchases_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "billing_objects_links" ON "billing_objects" USING gin ("links");--> statement-breakpoint
CREATE INDEX "billing_objects_subscription" ON "billing_objects" USING btree ("provider","subscription_ref");--> statement-breakpoint
CREATE INDEX "purchases_tenant_item" ON "purchases" USING btree ("tenant_id","item_id");--> statement-breakpoint
ALTER TABLE "billing_events" ADD CONSTRAINT "billing_events_assigned_to_tenants_id_fk" FOREIGN KEY ("assigned_to") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "billing_events_newest" ON "billing_events" USING btree ("received_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "billing_events_objects" ON "billing_events" USING gin ("object_ids");--> statement-breakpoint
CREATE INDEX "billing_events_unredacted" ON "billing_events" USING btree ("received_at") WHERE "billing_events"."redacted_at" is null;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_disputed_check" CHECK ("payments"."disputed_minor" between 0 and "payments"."amount_minor" - "payments"."refunded_minor");--> statement-breakpoint
ALTER TABLE purchases ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE purchases FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY tenant_wall ON purchases USING (drydock_in_scope(tenant_id)) WITH CHECK (drydock_in_scope(tenant_id));
