CREATE TABLE "rollout_moves" (
	"rollout_id" uuid NOT NULL,
	"installation_id" uuid NOT NULL,
	"tenant_id" uuid NOT NULL,
	"app_id" uuid,
	"from_listing_id" uuid NOT NULL,
	"ring" integer NOT NULL,
	"moved_at" timestamp (3) with time zone NOT NULL,
	"moved_back_at" timestamp (3) with time zone,
	CONSTRAINT "rollout_moves_rollout_id_installation_id_pk" PRIMARY KEY("rollout_id","installation_id")
);
--> statement-breakpoint
CREATE TABLE "rollouts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"listing_id" uuid NOT NULL,
	"type" text NOT NULL,
	"slug" text NOT NULL,
	"state" text DEFAULT 'RUNNING' NOT NULL,
	"ring" integer DEFAULT 0 NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"next_ring_at" timestamp (3) with time zone NOT NULL,
	"moved" integer[] DEFAULT '{0,0,0,0}' NOT NULL,
	"moved_back" integer DEFAULT 0 NOT NULL,
	"remaining" integer[] DEFAULT '{0,0,0,0}' NOT NULL,
	"need_consent" integer DEFAULT 0 NOT NULL,
	"manual" integer DEFAULT 0 NOT NULL,
	"builds_before" integer DEFAULT 0 NOT NULL,
	"failed_before" integer DEFAULT 0 NOT NULL,
	"builds_after" integer DEFAULT 0 NOT NULL,
	"failed_after" integer DEFAULT 0 NOT NULL,
	"failing_apps" integer DEFAULT 0 NOT NULL,
	"measured_at" timestamp (3) with time zone,
	"measured_from" timestamp (3) with time zone NOT NULL,
	"held_at" timestamp (3) with time zone,
	"hold_reason" text,
	"held_by" uuid,
	"ended_at" timestamp (3) with time zone,
	"settled_at" timestamp (3) with time zone,
	CONSTRAINT "rollouts_listing_key" UNIQUE("listing_id"),
	CONSTRAINT "rollouts_type_check" CHECK ("rollouts"."type" in ('APP_PLUGIN', 'THEME', 'SYSTEM_PLUGIN')),
	CONSTRAINT "rollouts_state_check" CHECK ("rollouts"."state" in ('RUNNING', 'HELD', 'COMPLETED', 'ROLLED_BACK', 'SUPERSEDED', 'STOPPED')),
	CONSTRAINT "rollouts_ended_check" CHECK (("rollouts"."state" in ('RUNNING', 'HELD')) = ("rollouts"."ended_at" is null)),
	CONSTRAINT "rollouts_held_check" CHECK ("rollouts"."state" <> 'HELD' or ("rollouts"."held_at" is not null and "rollouts"."hold_reason" is not null))
);
--> statement-breakpoint
ALTER TABLE "muted_notices" DROP CONSTRAINT "muted_notices_kind_check";--> statement-breakpoint
ALTER TABLE "notices" DROP CONSTRAINT "notices_kind_check";--> statement-breakpoint
ALTER TABLE "rollout_moves" ADD CONSTRAINT "rollout_moves_rollout_id_rollouts_id_fk" FOREIGN KEY ("rollout_id") REFERENCES "public"."rollouts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rollout_moves" ADD CONSTRAINT "rollout_moves_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rollout_moves" ADD CONSTRAINT "rollout_moves_from_listing_id_listings_id_fk" FOREIGN KEY ("from_listing_id") REFERENCES "public"."listings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rollouts" ADD CONSTRAINT "rollouts_held_by_users_id_fk" FOREIGN KEY ("held_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rollouts" ADD CONSTRAINT "rollouts_tenant_id_listing_id_listings_tenant_id_id_fk" FOREIGN KEY ("tenant_id","listing_id") REFERENCES "public"."listings"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "rollouts_tenant_item" ON "rollouts" USING btree ("tenant_id","type","slug");--> statement-breakpoint
CREATE INDEX "rollouts_unsettled" ON "rollouts" USING btree ("started_at") WHERE "rollouts"."settled_at" is null;--> statement-breakpoint
CREATE INDEX "rollouts_newest" ON "rollouts" USING btree ("started_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
ALTER TABLE "muted_notices" ADD CONSTRAINT "muted_notices_kind_check" CHECK ("muted_notices"."kind" in ('BUILD_FAILED', 'LISTING_DECIDED', 'LISTING_MESSAGE', 'PAYMENT_FAILED', 'TOKEN_EXPIRING', 'CHANNEL_FAILING', 'INSTALLATION_UPDATED', 'INSTALLATION_HELD', 'INSTALLATION_UNAVAILABLE', 'ROLLOUT_HELD', 'ROLLOUT_COMPLETED'));--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_kind_check" CHECK ("notices"."kind" in ('BUILD_FAILED', 'LISTING_DECIDED', 'LISTING_MESSAGE', 'PAYMENT_FAILED', 'TOKEN_EXPIRING', 'CHANNEL_FAILING', 'INSTALLATION_UPDATED', 'INSTALLATION_HELD', 'INSTALLATION_UNAVAILABLE', 'ROLLOUT_HELD', 'ROLLOUT_COMPLETED'));