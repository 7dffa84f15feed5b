ALTER TABLE "purchases" DROP CONSTRAINT "purchases_payment_key";--> statement-breakpoint
ALTER TABLE "subscriptions" ALTER COLUMN "amount_minor" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "ends_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "purchases" ADD CONSTRAINT "purchases_payment_item_key" UNIQUE("payment_id","item_id");--> statement-breakpoint
UPDATE "subscriptions" SET "ends_at" = "period_end" WHERE "cancels_at_period_end";--> statement-breakpoint
UPDATE "billing_objects" SET "facts" = ("facts" - 'itemId') || jsonb_build_object('itemIds', CASE WHEN "facts"->>'itemId' IS NULL THEN '[]'::jsonb ELSE jsonb_build_array("facts"->'itemId') END) WHERE "kind" IN ('PAYMENT', 'LINK');--> statement-breakpoint
UPDATE "billing_objects" SET "facts" = "facts" || '{"status": "SUCCEEDED"}'::jsonb WHERE "kind" = 'REFUND';--> statement-breakpoint
UPDATE "billing_objects" SET "facts" = ("facts" - 'cancelsAtPeriodEnd') || jsonb_build_object('endsAt', CASE WHEN ("facts"->>'cancelsAtPeriodEnd')::boolean THEN "facts"->'periodEnd' ELSE 'null'::jsonb END) WHERE "kind" = 'SUBSCRIPTION';
