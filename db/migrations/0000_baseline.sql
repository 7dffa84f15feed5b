CREATE SEQUENCE "public"."build_turn_numbers" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE TABLE "apps" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"slug" text NOT NULL,
	"name" text NOT NULL,
	"platforms" text[] NOT NULL,
	"last_build_number" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"archived_at" timestamp (3) with time zone,
	CONSTRAINT "apps_tenant_id_id_unique" UNIQUE("tenant_id","id"),
	CONSTRAINT "apps_tenant_id_slug_unique" UNIQUE("tenant_id","slug")
);
--> statement-breakpoint
CREATE TABLE "archive_objects" (
	"sha256" text PRIMARY KEY NOT NULL,
	"stored_at" timestamp (3) with time zone,
	"touched_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "archive_objects_sha256_check" CHECK ("archive_objects"."sha256" ~ '^[0-9a-f]{64}$')
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
	"touched_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "archives_tenant_id_sha256_pk" PRIMARY KEY("tenant_id","sha256"),
	CONSTRAINT "archives_sha256_check" CHECK ("archives"."sha256" ~ '^[0-9a-f]{64}$')
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
	"assigned_to" uuid,
	"object_ids" text[] DEFAULT '{}' NOT NULL,
	"duplicates" integer DEFAULT 0 NOT NULL,
	"occurred_at" timestamp (3) with time zone NOT NULL,
	"received_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"processed_at" timestamp (3) with time zone,
	"redacted_at" timestamp (3) with time zone,
	CONSTRAINT "billing_events_event_key" UNIQUE("provider","event_id"),
	CONSTRAINT "billing_events_transmission_key" UNIQUE("provider","transmission_id"),
	CONSTRAINT "billing_events_provider_check" CHECK ("billing_events"."provider" in ('STRIPE', 'PAYPAL')),
	CONSTRAINT "billing_events_state_check" CHECK ("billing_events"."state" in ('RECEIVED', 'APPLIED', 'STALE', 'IGNORED', 'WAITING', 'FAILED'))
);
--> statement-breakpoint
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
	"disputed_minor" bigint DEFAULT 0 NOT NULL,
	"currency" text NOT NULL,
	"receipt_url" text,
	"invoice_url" text,
	"occurred_at" timestamp (3) with time zone NOT NULL,
	"state_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "payments_provider_key" UNIQUE("provider","provider_payment_id"),
	CONSTRAINT "payments_provider_check" CHECK ("payments"."provider" in ('STRIPE', 'PAYPAL')),
	CONSTRAINT "payments_status_check" CHECK ("payments"."status" in ('PENDING', 'SUCCEEDED', 'FAILED', 'PARTIALLY_REFUNDED', 'REFUNDED', 'DISPUTED')),
	CONSTRAINT "payments_currency_check" CHECK ("payments"."currency" ~ '^[A-Z]{3}$'),
	CONSTRAINT "payments_amount_check" CHECK ("payments"."amount_minor" >= 0 and "payments"."refunded_minor" between 0 and "payments"."amount_minor"),
	CONSTRAINT "payments_disputed_check" CHECK ("payments"."disputed_minor" between 0 and "payments"."amount_minor" - "payments"."refunded_minor")
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
	"cancels_at_period_end" boolean DEFAULT false NOT NULL,
	"state_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "subscriptions_provider_key" UNIQUE("provider","provider_subscription_id"),
	CONSTRAINT "subscriptions_provider_check" CHECK ("subscriptions"."provider" in ('STRIPE', 'PAYPAL')),
	CONSTRAINT "subscriptions_status_check" CHECK ("subscriptions"."status" in ('TRIALING', 'ACTIVE', 'PAST_DUE', 'PAUSED', 'CANCELLED', 'EXPIRED')),
	CONSTRAINT "subscriptions_currency_check" CHECK ("subscriptions"."currency" ~ '^[A-Z]{3}$')
);
--> statement-breakpoint
CREATE TABLE "build_artifacts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"build_id" uuid NOT NULL,
	"file_name" text NOT NULL,
	"size_bytes" bigint NOT NULL,
	"sha256" text NOT NULL,
	"stored_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "build_log_pieces" (
	"build_id" uuid NOT NULL,
	"start_byte" bigint NOT NULL,
	"tenant_id" uuid NOT NULL,
	"bytes" "bytea" NOT NULL,
	CONSTRAINT "build_log_pieces_build_id_start_byte_pk" PRIMARY KEY("build_id","start_byte")
);
--> statement-breakpoint
CREATE TABLE "build_logs" (
	"build_id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"size_bytes" bigint DEFAULT 0 NOT NULL,
	"is_truncated" boolean DEFAULT false NOT NULL,
	"closed_at" timestamp (3) with time zone,
	"stored_at" timestamp (3) with time zone,
	"sha256" text,
	CONSTRAINT "build_logs_stored_check" CHECK (("build_logs"."stored_at" is null) = ("build_logs"."sha256" is null))
);
--> statement-breakpoint
CREATE TABLE "build_days" (
	"tenant_id" uuid NOT NULL,
	"day" date NOT NULL,
	"app_id" uuid NOT NULL,
	"platform" text NOT NULL,
	"completed" integer NOT NULL,
	"failed" integer NOT NULL,
	CONSTRAINT "build_days_tenant_id_day_app_id_platform_pk" PRIMARY KEY("tenant_id","day","app_id","platform")
);
--> statement-breakpoint
CREATE TABLE "build_durations" (
	"tenant_id" uuid NOT NULL,
	"width" integer NOT NULL,
	"subject" text NOT NULL,
	"measure" text NOT NULL,
	"bucket" integer NOT NULL,
	"builds" integer NOT NULL,
	CONSTRAINT "build_durations_tenant_id_width_subject_measure_bucket_pk" PRIMARY KEY("tenant_id","width","subject","measure","bucket"),
	CONSTRAINT "build_durations_measure_check" CHECK ("build_durations"."measure" in ('RUN', 'QUEUE')),
	CONSTRAINT "build_durations_width_check" CHECK ("build_durations"."width" in (1, 60))
);
--> statement-breakpoint
CREATE TABLE "build_outcomes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "build_outcomes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"build_id" uuid NOT NULL,
	"tenant_id" uuid NOT NULL,
	"app_id" uuid NOT NULL,
	"platform" text NOT NULL,
	"day" date NOT NULL,
	"is_completed" boolean NOT NULL,
	"run_seconds" integer,
	"queue_seconds" integer
);
--> statement-breakpoint
CREATE TABLE "build_period" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"since" date NOT NULL,
	CONSTRAINT "build_period_only_check" CHECK ("build_period"."is_only")
);
--> statement-breakpoint
CREATE TABLE "build_totals" (
	"tenant_id" uuid NOT NULL,
	"app_id" uuid NOT NULL,
	"platform" text NOT NULL,
	"completed" integer NOT NULL,
	"failed" integer NOT NULL,
	CONSTRAINT "build_totals_tenant_id_app_id_platform_pk" PRIMARY KEY("tenant_id","app_id","platform")
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
	"size_bytes" bigint,
	"error_log" text,
	"error_log_tail" text GENERATED ALWAYS AS (right("error_log", 4000)) STORED,
	"error_log_truncated" boolean GENERATED ALWAYS AS (coalesce(length("error_log") > 4000, false)) STORED,
	"worker_id" text,
	"lease_until" timestamp (3) with time zone,
	"claim_id" uuid,
	"cancel_requested_at" timestamp (3) with time zone,
	"end_reason" text,
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
	CONSTRAINT "builds_size_check" CHECK ("builds"."size_bytes" >= 0),
	CONSTRAINT "builds_end_reason_check" CHECK ("builds"."end_reason" in ('CANCELLED', 'WORKER_LOST', 'WORKER_STOPPED', 'BY_HAND')),
	CONSTRAINT "builds_end_reason_of_end_check" CHECK ("builds"."end_reason" is null or "builds"."status" = 'FAILED')
);
--> statement-breakpoint
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
	"since" timestamp (3) with time zone NOT NULL,
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
CREATE TABLE "theme_previews" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"theme_id" uuid NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"stored_at" timestamp (3) with time zone,
	"detached_at" timestamp (3) with time zone
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
	"revision" integer DEFAULT 1 NOT NULL,
	"edited_by" uuid,
	CONSTRAINT "themes_tenant_id_id_unique" UNIQUE("tenant_id","id"),
	CONSTRAINT "themes_slug_key" UNIQUE("slug")
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
CREATE TABLE "listing_downloads" (
	"listing_id" uuid PRIMARY KEY NOT NULL,
	"count" bigint NOT NULL
);
--> statement-breakpoint
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
CREATE TABLE "listing_totals" (
	"tenant_id" uuid NOT NULL,
	"status" text NOT NULL,
	"listings" integer NOT NULL,
	CONSTRAINT "listing_totals_tenant_id_status_pk" PRIMARY KEY("tenant_id","status"),
	CONSTRAINT "listing_totals_status_check" CHECK ("listing_totals"."status" in ('PENDING_APPROVAL', 'APPROVED', 'REJECTED', 'WITHDRAWN', 'SUSPENDED'))
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
	"flags" text[] DEFAULT '{}' NOT NULL,
	"theme_look" jsonb,
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
	CONSTRAINT "listings_look_check" CHECK (("listings"."type" = 'THEME') = ("listings"."theme_look" is not null)),
	CONSTRAINT "listings_archive_check" CHECK ("listings"."archive_sha256" is null or "listings"."type" <> 'THEME')
);
--> statement-breakpoint
CREATE TABLE "moderation_claims" (
	"listing_id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"claimed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "moderation_statistics" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"waits" integer[] DEFAULT '{}' NOT NULL,
	"wait_p50" double precision,
	"wait_p90" double precision,
	CONSTRAINT "moderation_statistics_one_row" CHECK ("moderation_statistics"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "pending_counts" (
	"slot" integer PRIMARY KEY NOT NULL,
	"pending" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "marketplace_items" (
	"type" text NOT NULL,
	"slug" text NOT NULL,
	"tenant_id" uuid NOT NULL,
	"listing_id" uuid NOT NULL,
	"version_key" text collate "C" NOT NULL,
	"approved_at" timestamp (3) with time zone NOT NULL,
	"search_text" text collate "C" NOT NULL,
	CONSTRAINT "marketplace_items_type_slug_pk" PRIMARY KEY("type","slug"),
	CONSTRAINT "marketplace_items_type_check" CHECK ("marketplace_items"."type" in ('APP_PLUGIN', 'THEME', 'SYSTEM_PLUGIN'))
);
--> statement-breakpoint
CREATE TABLE "deliveries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"channel_id" uuid NOT NULL,
	"event_id" uuid NOT NULL,
	"subject_id" uuid NOT NULL,
	"sequence" bigint NOT NULL,
	"is_test" boolean DEFAULT false NOT NULL,
	"state" text DEFAULT 'PENDING' NOT NULL,
	"attempt_count" integer DEFAULT 0 NOT NULL,
	"tries_used" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"delivered_at" timestamp (3) with time zone,
	CONSTRAINT "deliveries_event_key" UNIQUE("channel_id","event_id"),
	CONSTRAINT "deliveries_state_check" CHECK ("deliveries"."state" in ('PENDING', 'DELIVERED', 'PARKED', 'DEAD', 'DROPPED')),
	CONSTRAINT "deliveries_due_check" CHECK (("deliveries"."state" = 'PENDING') = ("deliveries"."next_attempt_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "delivery_attempts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"delivery_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"succeeded" boolean NOT NULL,
	"request_url" text,
	"request_headers" jsonb,
	"response_status" integer,
	"response_headers" jsonb,
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
	"version" integer DEFAULT 1 NOT NULL,
	"subject_id" uuid NOT NULL,
	"data" jsonb NOT NULL,
	"occurred_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"dispatched_at" timestamp (3) with time zone,
	CONSTRAINT "domain_events_sequence_unique" UNIQUE("sequence")
);
--> statement-breakpoint
CREATE TABLE "muted_notices" (
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	CONSTRAINT "muted_notices_user_id_kind_pk" PRIMARY KEY("user_id","kind"),
	CONSTRAINT "muted_notices_kind_check" CHECK ("muted_notices"."kind" in ('BUILD_FAILED', 'LISTING_DECIDED', 'LISTING_MESSAGE', 'PAYMENT_FAILED', 'TOKEN_EXPIRING', 'CHANNEL_FAILING'))
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
	CONSTRAINT "notices_kind_check" CHECK ("notices"."kind" in ('BUILD_FAILED', 'LISTING_DECIDED', 'LISTING_MESSAGE', 'PAYMENT_FAILED', 'TOKEN_EXPIRING', 'CHANNEL_FAILING'))
);
--> statement-breakpoint
CREATE TABLE "notification_channels" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"url" text NOT NULL,
	"event_types" text[],
	"tenant_id" uuid,
	"signing" text DEFAULT 'HMAC' NOT NULL,
	"secret" text NOT NULL,
	"previous_secret" text,
	"previous_secret_until" timestamp (3) with time zone,
	"paused_at" timestamp (3) with time zone,
	"disabled_at" timestamp (3) with time zone,
	"disabled_reason" text,
	"failing_since" timestamp (3) with time zone,
	"failure_streak" integer DEFAULT 0 NOT NULL,
	"warnings_given" integer DEFAULT 0 NOT NULL,
	"hold_until" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "notification_channels_signing_check" CHECK ("notification_channels"."signing" in ('HMAC', 'ED25519'))
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
	"suspended_reason" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "tenants_slug_unique" UNIQUE("slug"),
	CONSTRAINT "tenants_suspended_reason_check" CHECK ("tenants"."suspended_reason" is null or "tenants"."suspended_at" is not null)
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
	"disabled_reason" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_email_unique" UNIQUE("email"),
	CONSTRAINT "users_disabled_reason_check" CHECK ("users"."disabled_reason" is null or "users"."disabled_at" is not null),
	CONSTRAINT "users_platform_role_check" CHECK ("users"."platform_role" in ('SUPER_ADMIN')),
	CONSTRAINT "users_email_check" CHECK ("users"."email" = lower("users"."email"))
);
--> statement-breakpoint
CREATE TABLE "build_turns" (
	"tenant_id" uuid NOT NULL,
	"platform" text NOT NULL,
	"turn" bigint NOT NULL,
	CONSTRAINT "build_turns_tenant_id_platform_pk" PRIMARY KEY("tenant_id","platform")
);
--> statement-breakpoint
CREATE TABLE "build_workers" (
	"id" text PRIMARY KEY NOT NULL,
	"platforms" text[] NOT NULL,
	"first_seen_at" timestamp (3) with time zone NOT NULL,
	"last_seen_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "apps" ADD CONSTRAINT "apps_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "archives" ADD CONSTRAINT "archives_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "archives" ADD CONSTRAINT "archives_sha256_archive_objects_sha256_fk" FOREIGN KEY ("sha256") REFERENCES "public"."archive_objects"("sha256") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "billing_events" ADD CONSTRAINT "billing_events_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "billing_events" ADD CONSTRAINT "billing_events_assigned_to_tenants_id_fk" FOREIGN KEY ("assigned_to") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "billing_objects" ADD CONSTRAINT "billing_objects_assigned_to_tenants_id_fk" FOREIGN KEY ("assigned_to") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_subscription_id_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."subscriptions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchases" ADD CONSTRAINT "purchases_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchases" ADD CONSTRAINT "purchases_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "build_artifacts" ADD CONSTRAINT "build_artifacts_tenant_id_build_id_builds_tenant_id_id_fk" FOREIGN KEY ("tenant_id","build_id") REFERENCES "public"."builds"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "build_log_pieces" ADD CONSTRAINT "build_log_pieces_tenant_id_build_id_builds_tenant_id_id_fk" FOREIGN KEY ("tenant_id","build_id") REFERENCES "public"."builds"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "build_logs" ADD CONSTRAINT "build_logs_tenant_id_build_id_builds_tenant_id_id_fk" FOREIGN KEY ("tenant_id","build_id") REFERENCES "public"."builds"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "build_days" ADD CONSTRAINT "build_days_tenant_id_app_id_apps_tenant_id_id_fk" FOREIGN KEY ("tenant_id","app_id") REFERENCES "public"."apps"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "build_totals" ADD CONSTRAINT "build_totals_tenant_id_app_id_apps_tenant_id_id_fk" FOREIGN KEY ("tenant_id","app_id") REFERENCES "public"."apps"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "build_reports" ADD CONSTRAINT "build_reports_tenant_id_build_id_builds_tenant_id_id_fk" FOREIGN KEY ("tenant_id","build_id") REFERENCES "public"."builds"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "builds" ADD CONSTRAINT "builds_retry_of_builds_id_fk" FOREIGN KEY ("retry_of") REFERENCES "public"."builds"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "builds" ADD CONSTRAINT "builds_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "builds" ADD CONSTRAINT "builds_tenant_id_app_id_apps_tenant_id_id_fk" FOREIGN KEY ("tenant_id","app_id") REFERENCES "public"."apps"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "blocked_archives" ADD CONSTRAINT "blocked_archives_listing_id_listings_id_fk" FOREIGN KEY ("listing_id") REFERENCES "public"."listings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "blocked_archives" ADD CONSTRAINT "blocked_archives_blocked_by_users_id_fk" FOREIGN KEY ("blocked_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "item_names" ADD CONSTRAINT "item_names_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "listing_checks" ADD CONSTRAINT "listing_checks_tenant_id_listing_id_listings_tenant_id_id_fk" FOREIGN KEY ("tenant_id","listing_id") REFERENCES "public"."listings"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "app_plugins" ADD CONSTRAINT "app_plugins_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "slug_claims" ADD CONSTRAINT "slug_claims_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "system_plugins" ADD CONSTRAINT "system_plugins_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "theme_previews" ADD CONSTRAINT "theme_previews_tenant_id_theme_id_themes_tenant_id_id_fk" FOREIGN KEY ("tenant_id","theme_id") REFERENCES "public"."themes"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "themes" ADD CONSTRAINT "themes_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "themes" ADD CONSTRAINT "themes_edited_by_users_id_fk" FOREIGN KEY ("edited_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "listing_decisions" ADD CONSTRAINT "listing_decisions_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "listing_decisions" ADD CONSTRAINT "listing_decisions_tenant_id_listing_id_listings_tenant_id_id_fk" FOREIGN KEY ("tenant_id","listing_id") REFERENCES "public"."listings"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "listing_downloads" ADD CONSTRAINT "listing_downloads_listing_id_listings_id_fk" FOREIGN KEY ("listing_id") REFERENCES "public"."listings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "listing_messages" ADD CONSTRAINT "listing_messages_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "listing_messages" ADD CONSTRAINT "listing_messages_tenant_id_listing_id_listings_tenant_id_id_fk" FOREIGN KEY ("tenant_id","listing_id") REFERENCES "public"."listings"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "listing_totals" ADD CONSTRAINT "listing_totals_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "listings" ADD CONSTRAINT "listings_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "listings" ADD CONSTRAINT "listings_submitted_by_users_id_fk" FOREIGN KEY ("submitted_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "listings" ADD CONSTRAINT "listings_tenant_id_app_plugin_id_app_plugins_tenant_id_id_fk" FOREIGN KEY ("tenant_id","app_plugin_id") REFERENCES "public"."app_plugins"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "listings" ADD CONSTRAINT "listings_tenant_id_theme_id_themes_tenant_id_id_fk" FOREIGN KEY ("tenant_id","theme_id") REFERENCES "public"."themes"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "listings" ADD CONSTRAINT "listings_tenant_id_system_plugin_id_system_plugins_tenant_id_id_fk" FOREIGN KEY ("tenant_id","system_plugin_id") REFERENCES "public"."system_plugins"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "listings" ADD CONSTRAINT "listings_archive_fk" FOREIGN KEY ("tenant_id","archive_sha256") REFERENCES "public"."archives"("tenant_id","sha256") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "moderation_claims" ADD CONSTRAINT "moderation_claims_listing_id_listings_id_fk" FOREIGN KEY ("listing_id") REFERENCES "public"."listings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "moderation_claims" ADD CONSTRAINT "moderation_claims_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "marketplace_items" ADD CONSTRAINT "marketplace_items_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_channel_id_notification_channels_id_fk" FOREIGN KEY ("channel_id") REFERENCES "public"."notification_channels"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_event_id_domain_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."domain_events"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "delivery_attempts" ADD CONSTRAINT "delivery_attempts_delivery_id_deliveries_id_fk" FOREIGN KEY ("delivery_id") REFERENCES "public"."deliveries"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "domain_events" ADD CONSTRAINT "domain_events_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "muted_notices" ADD CONSTRAINT "muted_notices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_event_id_domain_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."domain_events"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
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
ALTER TABLE "build_turns" ADD CONSTRAINT "build_turns_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "apps_tenant_id_name_index" ON "apps" USING btree ("tenant_id","name");--> statement-breakpoint
CREATE INDEX "archive_objects_touched_at_index" ON "archive_objects" USING btree ("touched_at");--> statement-breakpoint
CREATE INDEX "archives_sha256_index" ON "archives" USING btree ("sha256");--> statement-breakpoint
CREATE INDEX "archives_touched_at_index" ON "archives" USING btree ("touched_at");--> statement-breakpoint
CREATE INDEX "billing_events_state_newest" ON "billing_events" USING btree ("state","received_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "billing_events_newest" ON "billing_events" USING btree ("received_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "billing_events_tenant_newest" ON "billing_events" USING btree ("tenant_id","occurred_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "billing_events_objects" ON "billing_events" USING gin ("object_ids");--> statement-breakpoint
CREATE INDEX "billing_events_unredacted" ON "billing_events" USING btree ("received_at") WHERE "billing_events"."redacted_at" is null;--> statement-breakpoint
CREATE INDEX "billing_objects_links" ON "billing_objects" USING gin ("links");--> statement-breakpoint
CREATE INDEX "billing_objects_subscription" ON "billing_objects" USING btree ("provider","subscription_ref");--> statement-breakpoint
CREATE INDEX "payments_tenant_newest" ON "payments" USING btree ("tenant_id","occurred_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "purchases_tenant_item" ON "purchases" USING btree ("tenant_id","item_id");--> statement-breakpoint
CREATE INDEX "subscriptions_tenant_id_created_at_index" ON "subscriptions" USING btree ("tenant_id","created_at");--> statement-breakpoint
CREATE INDEX "build_artifacts_build" ON "build_artifacts" USING btree ("build_id");--> statement-breakpoint
CREATE INDEX "build_artifacts_stored" ON "build_artifacts" USING btree ("stored_at");--> statement-breakpoint
CREATE INDEX "build_logs_unstored" ON "build_logs" USING btree ("build_id") WHERE "build_logs"."stored_at" is null;--> statement-breakpoint
CREATE INDEX "build_days_day" ON "build_days" USING btree ("day");--> statement-breakpoint
CREATE INDEX "build_outcomes_tenant" ON "build_outcomes" USING btree ("tenant_id");--> statement-breakpoint
CREATE INDEX "build_reports_build_id_id_index" ON "build_reports" USING btree ("build_id","id");--> statement-breakpoint
CREATE INDEX "builds_tenant_listed" ON "builds" USING btree ("tenant_id","platform","status","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "builds_app_listed" ON "builds" USING btree ("tenant_id","app_id","platform","status","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "builds_app_numbered" ON "builds" USING btree ("app_id","platform","status","number" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "builds_newest" ON "builds" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "builds_finished" ON "builds" USING btree ("finished_at","status") WHERE "builds"."finished_at" is not null;--> statement-breakpoint
CREATE INDEX "builds_unfinished" ON "builds" USING btree ("app_id") WHERE "builds"."finished_at" is null;--> statement-breakpoint
CREATE INDEX "builds_waiting" ON "builds" USING btree ("platform","tenant_id","created_at","id") WHERE "builds"."status" = 'QUEUED' and "builds"."lease_until" is null;--> statement-breakpoint
CREATE INDEX "builds_leased" ON "builds" USING btree ("lease_until") WHERE "builds"."finished_at" is null and "builds"."lease_until" is not null;--> statement-breakpoint
CREATE INDEX "builds_worker" ON "builds" USING btree ("worker_id","finished_at" DESC NULLS FIRST) WHERE "builds"."worker_id" is not null;--> statement-breakpoint
CREATE INDEX "builds_retries" ON "builds" USING btree ("retry_of") WHERE "builds"."retry_of" is not null;--> statement-breakpoint
CREATE INDEX "item_names_keys" ON "item_names" USING gin ("keys");--> statement-breakpoint
CREATE INDEX "listing_checks_unqueued" ON "listing_checks" USING btree ("listing_id") WHERE "listing_checks"."enqueued_at" is null;--> statement-breakpoint
CREATE INDEX "app_plugins_newest" ON "app_plugins" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "app_plugins_tenant_id_created_at_index" ON "app_plugins" USING btree ("tenant_id","created_at");--> statement-breakpoint
CREATE INDEX "slug_claims_tenant_id_index" ON "slug_claims" USING btree ("tenant_id");--> statement-breakpoint
CREATE INDEX "system_plugins_newest" ON "system_plugins" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "system_plugins_tenant_id_created_at_index" ON "system_plugins" USING btree ("tenant_id","created_at");--> statement-breakpoint
CREATE INDEX "theme_previews_theme_id_index" ON "theme_previews" USING btree ("theme_id");--> statement-breakpoint
CREATE INDEX "theme_previews_detached" ON "theme_previews" USING btree ("detached_at") WHERE "theme_previews"."detached_at" is not null;--> statement-breakpoint
CREATE INDEX "themes_newest" ON "themes" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "themes_tenant_id_created_at_index" ON "themes" USING btree ("tenant_id","created_at");--> statement-breakpoint
CREATE INDEX "listing_decisions_listing_id_decided_at_id_index" ON "listing_decisions" USING btree ("listing_id","decided_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "listing_messages_listing_id_sent_at_id_index" ON "listing_messages" USING btree ("listing_id","sent_at","id");--> statement-breakpoint
CREATE INDEX "listings_newest" ON "listings" USING btree ("submitted_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "listings_tenant_status_newest" ON "listings" USING btree ("tenant_id","status","submitted_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "listings_pending" ON "listings" USING btree ("submitted_at","id","tenant_id") WHERE "listings"."status" = 'PENDING_APPROVAL';--> statement-breakpoint
CREATE INDEX "listings_status_newest" ON "listings" USING btree ("status","submitted_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "listings_approved_versions" ON "listings" USING btree ("type","slug","version_key" DESC NULLS FIRST) WHERE "listings"."status" = 'APPROVED';--> statement-breakpoint
CREATE INDEX "listings_approved_newest" ON "listings" USING btree ("decided_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "listings"."status" = 'APPROVED';--> statement-breakpoint
CREATE INDEX "listings_app_plugin_id_index" ON "listings" USING btree ("app_plugin_id") WHERE "listings"."app_plugin_id" is not null;--> statement-breakpoint
CREATE INDEX "listings_theme_id_index" ON "listings" USING btree ("theme_id") WHERE "listings"."theme_id" is not null;--> statement-breakpoint
CREATE INDEX "listings_system_plugin_id_index" ON "listings" USING btree ("system_plugin_id") WHERE "listings"."system_plugin_id" is not null;--> statement-breakpoint
CREATE INDEX "marketplace_items_newest" ON "marketplace_items" USING btree ("approved_at" DESC NULLS FIRST,"listing_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "marketplace_items_name" ON "marketplace_items" USING btree (split_part("search_text", E'\n', 1),"listing_id");--> statement-breakpoint
CREATE INDEX "marketplace_items_type_name" ON "marketplace_items" USING btree ("type",split_part("search_text", E'\n', 1),"listing_id");--> statement-breakpoint
CREATE INDEX "marketplace_items_type_newest" ON "marketplace_items" USING btree ("type","approved_at" DESC NULLS FIRST,"listing_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "marketplace_items_ngrams" ON "marketplace_items" USING gin (search_ngrams("search_text")) WITH (gin_pending_list_limit=256);--> statement-breakpoint
CREATE INDEX "marketplace_items_tenant_id_index" ON "marketplace_items" USING btree ("tenant_id");--> statement-breakpoint
CREATE INDEX "deliveries_channel_newest" ON "deliveries" USING btree ("channel_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "deliveries_channel_state_newest" ON "deliveries" USING btree ("channel_id","state","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "deliveries_channel_due" ON "deliveries" USING btree ("channel_id","next_attempt_at","sequence") WHERE "deliveries"."state" = 'PENDING';--> statement-breakpoint
CREATE INDEX "deliveries_tests" ON "deliveries" USING btree ("channel_id","sequence") WHERE "deliveries"."state" = 'PENDING' and "deliveries"."is_test";--> statement-breakpoint
CREATE INDEX "deliveries_pending_oldest" ON "deliveries" USING btree ("created_at") WHERE "deliveries"."state" = 'PENDING';--> statement-breakpoint
CREATE INDEX "deliveries_event" ON "deliveries" USING btree ("event_id");--> statement-breakpoint
CREATE INDEX "deliveries_subject_order" ON "deliveries" USING btree ("channel_id","subject_id","sequence") WHERE "deliveries"."state" = 'PENDING';--> statement-breakpoint
CREATE INDEX "delivery_attempts_failed" ON "delivery_attempts" USING btree ("attempted_at") WHERE not "delivery_attempts"."succeeded";--> statement-breakpoint
CREATE INDEX "domain_events_tenant_id_occurred_at_index" ON "domain_events" USING btree ("tenant_id","occurred_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "domain_events_subject_id_index" ON "domain_events" USING btree ("subject_id");--> statement-breakpoint
CREATE INDEX "domain_events_undispatched" ON "domain_events" USING btree ("sequence") WHERE "domain_events"."dispatched_at" is null;--> statement-breakpoint
CREATE INDEX "notices_event" ON "notices" USING btree ("event_id");--> statement-breakpoint
CREATE INDEX "notices_oldest" ON "notices" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "notices_newest" ON "notices" USING btree ("user_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "notices_unread" ON "notices" USING btree ("user_id") WHERE "notices"."read_at" is null;--> statement-breakpoint
CREATE INDEX "audit_log_newest" ON "audit_log" USING btree ("at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "audit_log_tenant_newest" ON "audit_log" USING btree ("tenant_id","at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "audit_log_actor_newest" ON "audit_log" USING btree ("actor_kind","actor_id","at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "audit_log_action_newest" ON "audit_log" USING btree ("action","at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "audit_log_subject" ON "audit_log" USING btree ("subject_type","subject_id","at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "idempotency_keys_expires_at_index" ON "idempotency_keys" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "rate_limits_expire_index" ON "rate_limits" USING btree ("expire");--> statement-breakpoint
CREATE INDEX "api_tokens_tenant_id_user_id_created_at_index" ON "api_tokens" USING btree ("tenant_id","user_id","created_at");--> statement-breakpoint
CREATE INDEX "invitations_tenant_id_created_at_index" ON "invitations" USING btree ("tenant_id","created_at");--> statement-breakpoint
CREATE INDEX "memberships_user_id_index" ON "memberships" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "tenants_newest" ON "tenants" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "user_identities_user_id_index" ON "user_identities" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "users_newest" ON "users" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "users_of_platform" ON "users" USING btree ("id") WHERE "users"."platform_role" is not null;--> statement-breakpoint
-- Written by hand from here on. Without this, each ANALYZE would compute the n-grams of all texts.
ALTER INDEX "marketplace_items_ngrams" ALTER COLUMN 1 SET STATISTICS 0;--> statement-breakpoint
-- The rows that triggers and jobs update.
INSERT INTO "moderation_statistics" DEFAULT VALUES;--> statement-breakpoint
INSERT INTO "pending_counts" ("slot") SELECT generate_series(0, 63);--> statement-breakpoint
INSERT INTO "build_period" ("since") VALUES ((now() AT TIME ZONE 'UTC')::date - 29);
