CREATE TABLE "apps" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"slug" text NOT NULL,
	"name" text NOT NULL,
	"platforms" text[] NOT NULL,
	"last_build_number" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "apps_tenant_id_id_unique" UNIQUE("tenant_id","id"),
	CONSTRAINT "apps_tenant_id_slug_unique" UNIQUE("tenant_id","slug")
);
--> statement-breakpoint
CREATE TABLE "billing_events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"provider" text NOT NULL,
	"event_id" text NOT NULL,
	"transmission_id" text,
	"type" text NOT NULL,
	"payload" text NOT NULL,
	"headers" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"state" text DEFAULT 'RECEIVED' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"error" text,
	"tenant_id" uuid,
	"occurred_at" timestamp (3) with time zone NOT NULL,
	"received_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"processed_at" timestamp (3) with time zone,
	CONSTRAINT "billing_events_event_key" UNIQUE("provider","event_id"),
	CONSTRAINT "billing_events_transmission_key" UNIQUE("provider","transmission_id"),
	CONSTRAINT "billing_events_provider_check" CHECK ("billing_events"."provider" in ('STRIPE', 'PAYPAL')),
	CONSTRAINT "billing_events_state_check" CHECK ("billing_events"."state" in ('RECEIVED', 'APPLIED', 'STALE', 'IGNORED', 'WAITING', 'FAILED'))
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"provider" text NOT NULL,
	"provider_payment_id" text NOT NULL,
	"subscription_id" uuid,
	"description" text NOT NULL,
	"status" text NOT NULL,
	"amount_minor" bigint NOT NULL,
	"refunded_minor" bigint DEFAULT 0 NOT NULL,
	"currency" text NOT NULL,
	"receipt_url" text,
	"occurred_at" timestamp (3) with time zone NOT NULL,
	"state_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "payments_provider_key" UNIQUE("provider","provider_payment_id"),
	CONSTRAINT "payments_provider_check" CHECK ("payments"."provider" in ('STRIPE', 'PAYPAL')),
	CONSTRAINT "payments_status_check" CHECK ("payments"."status" in ('PENDING', 'SUCCEEDED', 'FAILED', 'PARTIALLY_REFUNDED', 'REFUNDED', 'DISPUTED')),
	CONSTRAINT "payments_currency_check" CHECK ("payments"."currency" ~ '^[A-Z]{3}$'),
	CONSTRAINT "payments_amount_check" CHECK ("payments"."amount_minor" >= 0 and "payments"."refunded_minor" between 0 and "payments"."amount_minor")
);
--> statement-breakpoint
CREATE TABLE "subscriptions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"provider" text NOT NULL,
	"provider_subscription_id" text NOT NULL,
	"plan" text NOT NULL,
	"status" text NOT NULL,
	"amount_minor" bigint NOT NULL,
	"currency" text NOT NULL,
	"period_start" timestamp (3) with time zone,
	"period_end" timestamp (3) with time zone,
	"state_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "subscriptions_provider_key" UNIQUE("provider","provider_subscription_id"),
	CONSTRAINT "subscriptions_provider_check" CHECK ("subscriptions"."provider" in ('STRIPE', 'PAYPAL')),
	CONSTRAINT "subscriptions_status_check" CHECK ("subscriptions"."status" in ('TRIALING', 'ACTIVE', 'PAST_DUE', 'PAUSED', 'CANCELLED', 'EXPIRED')),
	CONSTRAINT "subscriptions_currency_check" CHECK ("subscriptions"."currency" ~ '^[A-Z]{3}$')
);
--> statement-breakpoint
CREATE TABLE "build_reports" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "build_reports_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"tenant_id" uuid NOT NULL,
	"build_id" uuid NOT NULL,
	"status" text NOT NULL,
	"worker_id" text,
	"artifact_path" text,
	"size_bytes" bigint,
	"applied" boolean NOT NULL,
	"received_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "build_reports_status_check" CHECK ("build_reports"."status" in ('IN_PROGRESS', 'COMPLETED', 'FAILED'))
);
--> statement-breakpoint
CREATE TABLE "builds" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"app_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"platform" text NOT NULL,
	"version" text NOT NULL,
	"git_ref" text,
	"status" text DEFAULT 'QUEUED' NOT NULL,
	"artifact_path" text,
	"artifact_sha256" text,
	"size_bytes" bigint,
	"error_log" text,
	"error_log_tail" text GENERATED ALWAYS AS (right("error_log", 4000)) STORED,
	"error_log_truncated" boolean GENERATED ALWAYS AS (coalesce(length("error_log") > 4000, false)) STORED,
	"worker_id" text,
	"lease_until" timestamp (3) with time zone,
	"cancel_requested_at" timestamp (3) with time zone,
	"retry_of" uuid,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"started_at" timestamp (3) with time zone,
	"finished_at" timestamp (3) with time zone,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "builds_tenant_id_id_unique" UNIQUE("tenant_id","id"),
	CONSTRAINT "builds_app_number_key" UNIQUE("app_id","number"),
	CONSTRAINT "builds_platform_check" CHECK ("builds"."platform" in ('ANDROID', 'IOS')),
	CONSTRAINT "builds_status_check" CHECK ("builds"."status" in ('QUEUED', 'IN_PROGRESS', 'COMPLETED', 'FAILED')),
	CONSTRAINT "builds_finished_check" CHECK (("builds"."status" in ('COMPLETED', 'FAILED')) = ("builds"."finished_at" is not null)),
	CONSTRAINT "builds_size_check" CHECK ("builds"."size_bytes" >= 0)
);
--> statement-breakpoint
CREATE TABLE "app_plugins" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"slug" text NOT NULL,
	"name" text NOT NULL,
	"description" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "app_plugins_tenant_id_id_unique" UNIQUE("tenant_id","id"),
	CONSTRAINT "app_plugins_slug_key" UNIQUE("slug")
);
--> statement-breakpoint
CREATE TABLE "slug_claims" (
	"type" text NOT NULL,
	"slug" text NOT NULL,
	"tenant_id" uuid NOT NULL,
	"entity_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "slug_claims_type_slug_pk" PRIMARY KEY("type","slug"),
	CONSTRAINT "slug_claims_type_check" CHECK ("slug_claims"."type" in ('APP_PLUGIN', 'THEME', 'SYSTEM_PLUGIN'))
);
--> statement-breakpoint
CREATE TABLE "system_plugins" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"slug" text NOT NULL,
	"name" text NOT NULL,
	"description" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "system_plugins_tenant_id_id_unique" UNIQUE("tenant_id","id"),
	CONSTRAINT "system_plugins_slug_key" UNIQUE("slug")
);
--> statement-breakpoint
CREATE TABLE "themes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"slug" text NOT NULL,
	"name" text NOT NULL,
	"description" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"theme_config" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"preview_images" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"version" text DEFAULT '0.0.0' NOT NULL,
	CONSTRAINT "themes_tenant_id_id_unique" UNIQUE("tenant_id","id"),
	CONSTRAINT "themes_slug_key" UNIQUE("slug")
);
--> statement-breakpoint
CREATE TABLE "archives" (
	"tenant_id" uuid NOT NULL,
	"sha256" text NOT NULL,
	"size_bytes" bigint NOT NULL,
	"unpacked_bytes" bigint NOT NULL,
	"file_count" integer NOT NULL,
	"manifest" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "archives_tenant_id_sha256_pk" PRIMARY KEY("tenant_id","sha256"),
	CONSTRAINT "archives_sha256_check" CHECK ("archives"."sha256" ~ '^[0-9a-f]{64}$')
);
--> statement-breakpoint
CREATE TABLE "listing_decisions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"listing_id" uuid NOT NULL,
	"action" text NOT NULL,
	"reason" text,
	"comment" text,
	"wait_seconds" integer,
	"decided_by" uuid,
	"decided_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "listing_decisions_action_check" CHECK ("listing_decisions"."action" in ('PENDING_APPROVAL', 'APPROVED', 'REJECTED', 'WITHDRAWN', 'SUSPENDED')),
	CONSTRAINT "listing_decisions_reason_check" CHECK ("listing_decisions"."action" <> 'REJECTED' or ("listing_decisions"."reason" is not null and "listing_decisions"."comment" is not null))
);
--> statement-breakpoint
CREATE TABLE "listings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"type" text NOT NULL,
	"slug" text NOT NULL,
	"version" text NOT NULL,
	"version_key" text collate "C" NOT NULL,
	"name" text NOT NULL,
	"description" text NOT NULL,
	"changelog" text,
	"app_plugin_id" uuid,
	"theme_id" uuid,
	"system_plugin_id" uuid,
	"archive_sha256" text,
	"status" text DEFAULT 'PENDING_APPROVAL' NOT NULL,
	"submitted_by" uuid,
	"submitted_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"decided_at" timestamp (3) with time zone,
	CONSTRAINT "listings_tenant_id_id_unique" UNIQUE("tenant_id","id"),
	CONSTRAINT "listings_version_key" UNIQUE("type","slug","version_key"),
	CONSTRAINT "listings_type_check" CHECK ("listings"."type" in ('APP_PLUGIN', 'THEME', 'SYSTEM_PLUGIN')),
	CONSTRAINT "listings_status_check" CHECK ("listings"."status" in ('PENDING_APPROVAL', 'APPROVED', 'REJECTED', 'WITHDRAWN', 'SUSPENDED')),
	CONSTRAINT "listings_entity_check" CHECK (("listings"."type" = 'APP_PLUGIN') = ("listings"."app_plugin_id" is not null)
        and ("listings"."type" = 'THEME') = ("listings"."theme_id" is not null)
        and ("listings"."type" = 'SYSTEM_PLUGIN') = ("listings"."system_plugin_id" is not null)),
	CONSTRAINT "listings_decided_check" CHECK (("listings"."status" = 'PENDING_APPROVAL') = ("listings"."decided_at" is null)),
	CONSTRAINT "listings_archive_check" CHECK ("listings"."archive_sha256" is null or "listings"."type" <> 'THEME')
);
--> statement-breakpoint
CREATE TABLE "moderation_claims" (
	"listing_id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "deliveries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"channel_id" uuid NOT NULL,
	"event_id" uuid NOT NULL,
	"state" text DEFAULT 'PENDING' NOT NULL,
	"attempt_count" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"delivered_at" timestamp (3) with time zone,
	CONSTRAINT "deliveries_event_key" UNIQUE("channel_id","event_id"),
	CONSTRAINT "deliveries_state_check" CHECK ("deliveries"."state" in ('PENDING', 'DELIVERED', 'PARKED', 'DEAD'))
);
--> statement-breakpoint
CREATE TABLE "delivery_attempts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"delivery_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"succeeded" boolean NOT NULL,
	"response_status" integer,
	"response_body" text,
	"error" text,
	"duration_ms" integer NOT NULL,
	"attempted_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "delivery_attempts_number_key" UNIQUE("delivery_id","number")
);
--> statement-breakpoint
CREATE TABLE "domain_events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"sequence" bigint GENERATED ALWAYS AS IDENTITY (sequence name "domain_events_sequence_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"tenant_id" uuid,
	"type" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"data" jsonb NOT NULL,
	"occurred_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "domain_events_sequence_unique" UNIQUE("sequence")
);
--> statement-breakpoint
CREATE TABLE "notification_channels" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"url" text NOT NULL,
	"event_types" text[],
	"tenant_id" uuid,
	"secret" text NOT NULL,
	"previous_secret" text,
	"previous_secret_until" timestamp (3) with time zone,
	"paused_at" timestamp (3) with time zone,
	"disabled_at" timestamp (3) with time zone,
	"failing_since" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid,
	"actor_kind" text NOT NULL,
	"actor_id" text,
	"action" text NOT NULL,
	"subject_type" text NOT NULL,
	"subject_id" text NOT NULL,
	"before" jsonb,
	"after" jsonb,
	"request_id" text,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "audit_log_actor_kind_check" CHECK ("audit_log"."actor_kind" in ('user', 'token', 'worker', 'provider', 'system'))
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"tenant_id" uuid NOT NULL,
	"endpoint" text NOT NULL,
	"key" text NOT NULL,
	"request_digest" text NOT NULL,
	"response_status" integer NOT NULL,
	"response_body" text NOT NULL,
	"response_location" text,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "idempotency_keys_tenant_id_endpoint_key_pk" PRIMARY KEY("tenant_id","endpoint","key")
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"points" integer NOT NULL,
	"expire" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "api_tokens" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"permissions" text[] NOT NULL,
	"last_four" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"revoked_at" timestamp (3) with time zone,
	"last_used_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "api_tokens_tenant_id_id_unique" UNIQUE("tenant_id","id"),
	CONSTRAINT "api_tokens_permissions_check" CHECK ("api_tokens"."permissions" <@ array['MARKETPLACE_PUBLISH', 'BUILDS_READ', 'BUILDS_CREATE']::text[])
);
--> statement-breakpoint
CREATE TABLE "invitations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"role" text NOT NULL,
	"secret_digest" text NOT NULL,
	"invited_by" uuid NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"accepted_by" uuid,
	"accepted_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "invitations_secret_digest_unique" UNIQUE("secret_digest"),
	CONSTRAINT "invitations_role_check" CHECK ("invitations"."role" in ('OWNER', 'DEVELOPER', 'VIEWER'))
);
--> statement-breakpoint
CREATE TABLE "memberships" (
	"tenant_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"role" text NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "memberships_tenant_id_user_id_pk" PRIMARY KEY("tenant_id","user_id"),
	CONSTRAINT "memberships_role_check" CHECK ("memberships"."role" in ('OWNER', 'DEVELOPER', 'VIEWER'))
);
--> statement-breakpoint
CREATE TABLE "tenants" (
	"id" uuid PRIMARY KEY NOT NULL,
	"slug" text NOT NULL,
	"name" text NOT NULL,
	"suspended_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "tenants_slug_unique" UNIQUE("slug")
);
--> statement-breakpoint
CREATE TABLE "user_identities" (
	"provider" text NOT NULL,
	"provider_account_id" text NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "user_identities_provider_provider_account_id_pk" PRIMARY KEY("provider","provider_account_id")
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"name" text NOT NULL,
	"password_hash" text,
	"platform_role" text,
	"session_version" integer DEFAULT 1 NOT NULL,
	"disabled_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_email_unique" UNIQUE("email"),
	CONSTRAINT "users_platform_role_check" CHECK ("users"."platform_role" in ('SUPER_ADMIN')),
	CONSTRAINT "users_email_check" CHECK ("users"."email" = lower("users"."email"))
);
--> statement-breakpoint
ALTER TABLE "apps" ADD CONSTRAINT "apps_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "billing_events" ADD CONSTRAINT "billing_events_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_subscription_id_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."subscriptions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "build_reports" ADD CONSTRAINT "build_reports_tenant_id_build_id_builds_tenant_id_id_fk" FOREIGN KEY ("tenant_id","build_id") REFERENCES "public"."builds"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "builds" ADD CONSTRAINT "builds_retry_of_builds_id_fk" FOREIGN KEY ("retry_of") REFERENCES "public"."builds"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "builds" ADD CONSTRAINT "builds_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "builds" ADD CONSTRAINT "builds_tenant_id_app_id_apps_tenant_id_id_fk" FOREIGN KEY ("tenant_id","app_id") REFERENCES "public"."apps"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "app_plugins" ADD CONSTRAINT "app_plugins_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "slug_claims" ADD CONSTRAINT "slug_claims_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "system_plugins" ADD CONSTRAINT "system_plugins_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "themes" ADD CONSTRAINT "themes_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "archives" ADD CONSTRAINT "archives_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "listing_decisions" ADD CONSTRAINT "listing_decisions_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "listing_decisions" ADD CONSTRAINT "listing_decisions_tenant_id_listing_id_listings_tenant_id_id_fk" FOREIGN KEY ("tenant_id","listing_id") REFERENCES "public"."listings"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "listings" ADD CONSTRAINT "listings_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "listings" ADD CONSTRAINT "listings_submitted_by_users_id_fk" FOREIGN KEY ("submitted_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "listings" ADD CONSTRAINT "listings_tenant_id_app_plugin_id_app_plugins_tenant_id_id_fk" FOREIGN KEY ("tenant_id","app_plugin_id") REFERENCES "public"."app_plugins"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "listings" ADD CONSTRAINT "listings_tenant_id_theme_id_themes_tenant_id_id_fk" FOREIGN KEY ("tenant_id","theme_id") REFERENCES "public"."themes"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "listings" ADD CONSTRAINT "listings_tenant_id_system_plugin_id_system_plugins_tenant_id_id_fk" FOREIGN KEY ("tenant_id","system_plugin_id") REFERENCES "public"."system_plugins"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "listings" ADD CONSTRAINT "listings_archive_fk" FOREIGN KEY ("tenant_id","archive_sha256") REFERENCES "public"."archives"("tenant_id","sha256") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "moderation_claims" ADD CONSTRAINT "moderation_claims_listing_id_listings_id_fk" FOREIGN KEY ("listing_id") REFERENCES "public"."listings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "moderation_claims" ADD CONSTRAINT "moderation_claims_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_channel_id_notification_channels_id_fk" FOREIGN KEY ("channel_id") REFERENCES "public"."notification_channels"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_event_id_domain_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."domain_events"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "delivery_attempts" ADD CONSTRAINT "delivery_attempts_delivery_id_deliveries_id_fk" FOREIGN KEY ("delivery_id") REFERENCES "public"."deliveries"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "domain_events" ADD CONSTRAINT "domain_events_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_channels" ADD CONSTRAINT "notification_channels_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_log" ADD CONSTRAINT "audit_log_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_tokens" ADD CONSTRAINT "api_tokens_membership_fk" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."memberships"("tenant_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_invited_by_users_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_accepted_by_users_id_fk" FOREIGN KEY ("accepted_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_identities" ADD CONSTRAINT "user_identities_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "apps_tenant_id_name_index" ON "apps" USING btree ("tenant_id","name");--> statement-breakpoint
CREATE INDEX "billing_events_state_newest" ON "billing_events" USING btree ("state","received_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "billing_events_tenant_newest" ON "billing_events" USING btree ("tenant_id","occurred_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "payments_tenant_newest" ON "payments" USING btree ("tenant_id","occurred_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "subscriptions_tenant_id_created_at_index" ON "subscriptions" USING btree ("tenant_id","created_at");--> statement-breakpoint
CREATE INDEX "build_reports_build_id_id_index" ON "build_reports" USING btree ("build_id","id");--> statement-breakpoint
CREATE INDEX "builds_tenant_newest" ON "builds" USING btree ("tenant_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "builds_tenant_status_newest" ON "builds" USING btree ("tenant_id","status","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "builds_newest" ON "builds" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "builds_unfinished" ON "builds" USING btree ("app_id") WHERE "builds"."finished_at" is null;--> statement-breakpoint
CREATE INDEX "builds_queue" ON "builds" USING btree ("platform","created_at") WHERE "builds"."status" = 'QUEUED';--> statement-breakpoint
CREATE INDEX "app_plugins_tenant_id_created_at_index" ON "app_plugins" USING btree ("tenant_id","created_at");--> statement-breakpoint
CREATE INDEX "slug_claims_tenant_id_index" ON "slug_claims" USING btree ("tenant_id");--> statement-breakpoint
CREATE INDEX "system_plugins_tenant_id_created_at_index" ON "system_plugins" USING btree ("tenant_id","created_at");--> statement-breakpoint
CREATE INDEX "themes_tenant_id_created_at_index" ON "themes" USING btree ("tenant_id","created_at");--> statement-breakpoint
CREATE INDEX "listing_decisions_listing_id_decided_at_id_index" ON "listing_decisions" USING btree ("listing_id","decided_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "listing_decisions_waits" ON "listing_decisions" USING btree ("decided_at" DESC NULLS LAST) WHERE "listing_decisions"."wait_seconds" is not null;--> statement-breakpoint
CREATE INDEX "listings_tenant_newest" ON "listings" USING btree ("tenant_id","submitted_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "listings_pending" ON "listings" USING btree ("submitted_at","id") WHERE "listings"."status" = 'PENDING_APPROVAL';--> statement-breakpoint
CREATE INDEX "listings_status_newest" ON "listings" USING btree ("status","submitted_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "listings_approved_versions" ON "listings" USING btree ("type","slug","version_key" DESC NULLS LAST) WHERE "listings"."status" = 'APPROVED';--> statement-breakpoint
CREATE INDEX "listings_app_plugin_id_index" ON "listings" USING btree ("app_plugin_id");--> statement-breakpoint
CREATE INDEX "listings_theme_id_index" ON "listings" USING btree ("theme_id");--> statement-breakpoint
CREATE INDEX "listings_system_plugin_id_index" ON "listings" USING btree ("system_plugin_id");--> statement-breakpoint
CREATE INDEX "deliveries_channel_newest" ON "deliveries" USING btree ("channel_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "deliveries_due" ON "deliveries" USING btree ("state","next_attempt_at");--> statement-breakpoint
CREATE INDEX "domain_events_tenant_id_occurred_at_index" ON "domain_events" USING btree ("tenant_id","occurred_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "domain_events_subject_id_index" ON "domain_events" USING btree ("subject_id");--> statement-breakpoint
CREATE INDEX "audit_log_newest" ON "audit_log" USING btree ("at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "audit_log_tenant_newest" ON "audit_log" USING btree ("tenant_id","at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "audit_log_subject" ON "audit_log" USING btree ("subject_type","subject_id","at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "idempotency_keys_expires_at_index" ON "idempotency_keys" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "rate_limits_expire_index" ON "rate_limits" USING btree ("expire");--> statement-breakpoint
CREATE INDEX "api_tokens_tenant_id_user_id_created_at_index" ON "api_tokens" USING btree ("tenant_id","user_id","created_at");--> statement-breakpoint
CREATE INDEX "invitations_tenant_id_created_at_index" ON "invitations" USING btree ("tenant_id","created_at");--> statement-breakpoint
CREATE INDEX "memberships_user_id_index" ON "memberships" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "user_identities_user_id_index" ON "user_identities" USING btree ("user_id");