CREATE TABLE "blocked_archives" (
	"sha256" text PRIMARY KEY NOT NULL,
	"reason" text NOT NULL,
	"listing_id" uuid,
	"blocked_by" uuid,
	"blocked_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "blocked_archives_sha256_check" CHECK ("blocked_archives"."sha256" ~ '^[0-9a-f]{64}$')
);
--> statement-breakpoint
CREATE TABLE "item_names" (
	"type" text NOT NULL,
	"slug" text NOT NULL,
	"tenant_id" uuid NOT NULL,
	"name" text NOT NULL,
	"keys" text[] NOT NULL,
	CONSTRAINT "item_names_type_slug_pk" PRIMARY KEY("type","slug"),
	CONSTRAINT "item_names_type_check" CHECK ("item_names"."type" in ('APP_PLUGIN', 'THEME', 'SYSTEM_PLUGIN'))
);
--> statement-breakpoint
CREATE TABLE "listing_checks" (
	"listing_id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"state" text DEFAULT 'WAITING' NOT NULL,
	"enqueued_at" timestamp (3) with time zone,
	"started_at" timestamp (3) with time zone,
	"finished_at" timestamp (3) with time zone,
	"rule_set_version" integer,
	"findings" jsonb,
	"further" integer DEFAULT 0 NOT NULL,
	"high" integer DEFAULT 0 NOT NULL,
	"medium" integer DEFAULT 0 NOT NULL,
	"low" integer DEFAULT 0 NOT NULL,
	"failure" text,
	CONSTRAINT "listing_checks_state_check" CHECK ("listing_checks"."state" in ('WAITING', 'RUNNING', 'DONE', 'FAILED')),
	CONSTRAINT "listing_checks_done_check" CHECK ("listing_checks"."state" <> 'DONE' or ("listing_checks"."findings" is not null and "listing_checks"."rule_set_version" is not null and "listing_checks"."finished_at" is not null)),
	CONSTRAINT "listing_checks_failed_check" CHECK (("listing_checks"."state" = 'FAILED') = ("listing_checks"."failure" is not null))
);
--> statement-breakpoint
ALTER TABLE "blocked_archives" ADD CONSTRAINT "blocked_archives_listing_id_listings_id_fk" FOREIGN KEY ("listing_id") REFERENCES "public"."listings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "blocked_archives" ADD CONSTRAINT "blocked_archives_blocked_by_users_id_fk" FOREIGN KEY ("blocked_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "item_names" ADD CONSTRAINT "item_names_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "listing_checks" ADD CONSTRAINT "listing_checks_tenant_id_listing_id_listings_tenant_id_id_fk" FOREIGN KEY ("tenant_id","listing_id") REFERENCES "public"."listings"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "item_names_keys" ON "item_names" USING gin ("keys");--> statement-breakpoint
CREATE INDEX "listing_checks_unqueued" ON "listing_checks" USING btree ("listing_id") WHERE "listing_checks"."enqueued_at" is null;--> statement-breakpoint
DO $$
DECLARE
  walled text;
BEGIN
  FOREACH walled IN ARRAY ARRAY['listing_checks', 'item_names'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', walled);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', walled);
    EXECUTE format(
      'CREATE POLICY tenant_wall ON %I USING (drydock_in_scope(tenant_id)) WITH CHECK (drydock_in_scope(tenant_id))',
      walled
    );
  END LOOP;
END $$;
--> statement-breakpoint
-- The row is made in the transaction that makes the listing, by whatever statement does; it is what has the job queued.
CREATE FUNCTION await_check() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO listing_checks (listing_id, tenant_id) VALUES (NEW.id, NEW.tenant_id);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER listings_await_check AFTER INSERT ON listings FOR EACH ROW EXECUTE FUNCTION await_check();
--> statement-breakpoint
DO $$
DECLARE
  callers_scope text := current_setting('drydock.scope', true);
BEGIN
  PERFORM set_config('drydock.scope', '*', true);
  INSERT INTO listing_checks (listing_id, tenant_id) SELECT id, tenant_id FROM listings;
  PERFORM set_config('drydock.scope', coalesce(callers_scope, ''), true);
END $$;
