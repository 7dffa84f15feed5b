CREATE TABLE "muted_notices" (
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	CONSTRAINT "muted_notices_user_id_kind_pk" PRIMARY KEY("user_id","kind"),
	CONSTRAINT "muted_notices_kind_check" CHECK ("muted_notices"."kind" in ('BUILD_FAILED', 'LISTING_DECIDED', 'PAYMENT_FAILED', 'TOKEN_EXPIRING', 'CHANNEL_FAILING'))
);
--> statement-breakpoint
CREATE TABLE "notices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"tenant_id" uuid,
	"event_id" uuid,
	"kind" text NOT NULL,
	"title" text NOT NULL,
	"detail" text,
	"path" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"read_at" timestamp (3) with time zone,
	CONSTRAINT "notices_event_key" UNIQUE("user_id","event_id"),
	CONSTRAINT "notices_kind_check" CHECK ("notices"."kind" in ('BUILD_FAILED', 'LISTING_DECIDED', 'PAYMENT_FAILED', 'TOKEN_EXPIRING', 'CHANNEL_FAILING'))
);
--> statement-breakpoint
ALTER TABLE "deliveries" DROP CONSTRAINT "deliveries_state_check";--> statement-breakpoint
DROP INDEX "deliveries_due";--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "subject_id" uuid;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "sequence" bigint;--> statement-breakpoint
UPDATE "deliveries" SET "subject_id" = e."subject_id", "sequence" = e."sequence",
	"next_attempt_at" = CASE WHEN "state" = 'PENDING' THEN coalesce("next_attempt_at", now()) END
	FROM "domain_events" e WHERE e."id" = "deliveries"."event_id";--> statement-breakpoint
ALTER TABLE "deliveries" ALTER COLUMN "subject_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "deliveries" ALTER COLUMN "sequence" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "is_test" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "tries_used" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "delivery_attempts" ADD COLUMN "request_url" text;--> statement-breakpoint
ALTER TABLE "delivery_attempts" ADD COLUMN "request_headers" jsonb;--> statement-breakpoint
ALTER TABLE "delivery_attempts" ADD COLUMN "response_headers" jsonb;--> statement-breakpoint
ALTER TABLE "domain_events" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "domain_events" ADD COLUMN "dispatched_at" timestamp (3) with time zone;--> statement-breakpoint
UPDATE "domain_events" SET "dispatched_at" = "occurred_at";--> statement-breakpoint
ALTER TABLE "notification_channels" ADD COLUMN "signing" text DEFAULT 'HMAC' NOT NULL;--> statement-breakpoint
ALTER TABLE "notification_channels" ADD COLUMN "disabled_reason" text;--> statement-breakpoint
ALTER TABLE "notification_channels" ADD COLUMN "failure_streak" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "notification_channels" ADD COLUMN "warnings_given" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "notification_channels" ADD COLUMN "hold_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "muted_notices" ADD CONSTRAINT "muted_notices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_event_id_domain_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."domain_events"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notices_newest" ON "notices" USING btree ("user_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "notices_unread" ON "notices" USING btree ("user_id") WHERE "notices"."read_at" is null;--> statement-breakpoint
CREATE INDEX "deliveries_channel_state_newest" ON "deliveries" USING btree ("channel_id","state","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "deliveries_channel_due" ON "deliveries" USING btree ("channel_id","next_attempt_at","sequence") WHERE "deliveries"."state" = 'PENDING';--> statement-breakpoint
CREATE INDEX "deliveries_subject_order" ON "deliveries" USING btree ("channel_id","subject_id","sequence") WHERE "deliveries"."state" = 'PENDING';--> statement-breakpoint
CREATE INDEX "domain_events_undispatched" ON "domain_events" USING btree ("sequence") WHERE "domain_events"."dispatched_at" is null;--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_due_check" CHECK (("deliveries"."state" = 'PENDING') = ("deliveries"."next_attempt_at" is not null));--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_state_check" CHECK ("deliveries"."state" in ('PENDING', 'DELIVERED', 'PARKED', 'DEAD', 'DROPPED'));--> statement-breakpoint
ALTER TABLE "notification_channels" ADD CONSTRAINT "notification_channels_signing_check" CHECK ("notification_channels"."signing" in ('HMAC', 'ED25519'));--> statement-breakpoint
ALTER TABLE "notices" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "notices" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
-- A notice without a tenant concerns the platform: only its own scope sees it.
CREATE POLICY tenant_wall ON "notices" USING (drydock_in_scope(tenant_id)) WITH CHECK (drydock_in_scope(tenant_id));--> statement-breakpoint
DROP FUNCTION submit_listing(text, jsonb, jsonb);--> statement-breakpoint
-- Judges one version of an item and stores it with its audit row and its event. `listing`, `audit` and `event` are rows of
-- `listings`, `audit_log` and `domain_events` as JSON. The slug's claim is the lock under which publishers who race are judged one after the other;
-- each statement here sees what the one before in that order has committed. Raises
--   DD001  the entity does not exist or is another tenant's
--   DD002  the slug belongs to another tenant or another entity
--   DD003  the version was used before, by the listing whose version the detail names
--   DD004  an approved or pending version of the slug ranks as high or higher
-- and otherwise tells where the listing stands in the queue.
CREATE FUNCTION submit_listing(scope text, listing jsonb, audit jsonb, event jsonb)
  RETURNS TABLE (ahead integer, pending integer, decisions integer, wait_p50 double precision, wait_p90 double precision)
  LANGUAGE plpgsql AS $$
DECLARE
  draft listings := jsonb_populate_record(NULL::listings, listing);
  entity uuid := coalesce(draft.app_plugin_id, draft.theme_id, draft.system_plugin_id);
  is_registered boolean;
  used_version text;
BEGIN
  PERFORM set_config('drydock.scope', scope, true);

  is_registered := CASE draft.type
    WHEN 'APP_PLUGIN' THEN EXISTS (SELECT FROM app_plugins e WHERE e.id = entity AND e.tenant_id = draft.tenant_id)
    WHEN 'SYSTEM_PLUGIN' THEN EXISTS (SELECT FROM system_plugins e WHERE e.id = entity AND e.tenant_id = draft.tenant_id)
    WHEN 'THEME' THEN EXISTS (SELECT FROM themes e WHERE e.id = entity AND e.tenant_id = draft.tenant_id)
  END;
  IF NOT is_registered THEN
    RAISE EXCEPTION 'the entity is not registered' USING ERRCODE = 'DD001';
  END IF;

  INSERT INTO slug_claims AS claim (type, slug, tenant_id, entity_id, created_at)
  VALUES (draft.type, draft.slug, draft.tenant_id, entity, draft.submitted_at)
  ON CONFLICT ON CONSTRAINT slug_claims_type_slug_pk DO UPDATE SET entity_id = excluded.entity_id
    WHERE claim.tenant_id = excluded.tenant_id AND (claim.entity_id IS NULL OR claim.entity_id = excluded.entity_id);
  IF NOT FOUND THEN
    RAISE EXCEPTION 'the slug is taken' USING ERRCODE = 'DD002';
  END IF;

  SELECT l.version INTO used_version FROM listings l
  WHERE l.type = draft.type AND l.slug = draft.slug AND l.version_key = draft.version_key;
  IF FOUND THEN
    RAISE EXCEPTION 'the version was used before' USING ERRCODE = 'DD003', DETAIL = used_version;
  END IF;
  IF EXISTS (
    SELECT FROM listings l
    WHERE l.type = draft.type AND l.slug = draft.slug AND l.version_key > draft.version_key
      AND l.status IN ('APPROVED', 'PENDING_APPROVAL')
  ) THEN
    RAISE EXCEPTION 'the version does not rank higher' USING ERRCODE = 'DD004';
  END IF;

  INSERT INTO listings SELECT draft.*;
  INSERT INTO audit_log SELECT entry.* FROM jsonb_populate_record(NULL::audit_log, audit) entry;
  INSERT INTO domain_events (id, tenant_id, type, version, subject_id, data, occurred_at)
  SELECT told.id, told.tenant_id, told.type, told.version, told.subject_id, told.data, told.occurred_at
  FROM jsonb_populate_record(NULL::domain_events, event) told;
  RETURN QUERY SELECT * FROM listing_queue_outlook(draft.submitted_at, draft.id);
END $$;
