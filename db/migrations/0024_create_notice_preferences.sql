CREATE TABLE "app_notice_preferences" (
	"user_id" uuid NOT NULL,
	"app_id" uuid NOT NULL,
	"bell" boolean NOT NULL,
	"mail" boolean NOT NULL,
	CONSTRAINT "app_notice_preferences_user_id_app_id_pk" PRIMARY KEY("user_id","app_id")
);
--> statement-breakpoint
CREATE TABLE "digest_entries" (
	"sequence" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "digest_entries_sequence_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"event_key" text NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"title" text NOT NULL,
	"detail" text,
	"path" text NOT NULL,
	CONSTRAINT "digest_entries_event_key_unique" UNIQUE("event_key"),
	CONSTRAINT "digest_entries_kind_check" CHECK ("digest_entries"."kind" in ('BUILD_FAILED', 'BUILD_FIXED', 'LISTING_DECIDED', 'LISTING_MESSAGE', 'PAYMENT_FAILED', 'TOKEN_EXPIRING', 'CHANNEL_FAILING', 'INSTALLATION_UPDATED', 'INSTALLATION_HELD', 'INSTALLATION_UNAVAILABLE', 'ROLLOUT_HELD', 'ROLLOUT_COMPLETED'))
);
--> statement-breakpoint
CREATE TABLE "notice_preferences" (
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"bell" boolean NOT NULL,
	"mail" boolean NOT NULL,
	CONSTRAINT "notice_preferences_user_id_kind_pk" PRIMARY KEY("user_id","kind"),
	CONSTRAINT "notice_preferences_kind_check" CHECK ("notice_preferences"."kind" in ('BUILD_FAILED', 'BUILD_FIXED', 'LISTING_DECIDED', 'LISTING_MESSAGE', 'PAYMENT_FAILED', 'TOKEN_EXPIRING', 'CHANNEL_FAILING', 'INSTALLATION_UPDATED', 'INSTALLATION_HELD', 'INSTALLATION_UNAVAILABLE', 'ROLLOUT_HELD', 'ROLLOUT_COMPLETED'))
);
--> statement-breakpoint
ALTER TABLE "mails" DROP CONSTRAINT "mails_kind_check";--> statement-breakpoint
ALTER TABLE "muted_notices" DROP CONSTRAINT "muted_notices_kind_check";--> statement-breakpoint
ALTER TABLE "notices" DROP CONSTRAINT "notices_kind_check";--> statement-breakpoint
ALTER TABLE "app_notice_preferences" ADD CONSTRAINT "app_notice_preferences_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "app_notice_preferences" ADD CONSTRAINT "app_notice_preferences_app_id_apps_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."apps"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "digest_entries" ADD CONSTRAINT "digest_entries_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice_preferences" ADD CONSTRAINT "notice_preferences_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "app_notice_preferences_app" ON "app_notice_preferences" USING btree ("app_id");--> statement-breakpoint
CREATE INDEX "digest_entries_of_user" ON "digest_entries" USING btree ("user_id","kind","sequence");--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_kind_check" CHECK ("mails"."kind" in ('VERIFY_ADDRESS', 'RESET_PASSWORD', 'INVITATION', 'SECURITY', 'BUILD_FAILED', 'BUILD_FIXED', 'LISTING_DECIDED', 'LISTING_MESSAGE', 'PAYMENT_FAILED', 'TOKEN_EXPIRING', 'CHANNEL_FAILING', 'INSTALLATION_UPDATED', 'INSTALLATION_HELD', 'INSTALLATION_UNAVAILABLE', 'ROLLOUT_HELD', 'ROLLOUT_COMPLETED'));--> statement-breakpoint
ALTER TABLE "muted_notices" ADD CONSTRAINT "muted_notices_kind_check" CHECK ("muted_notices"."kind" in ('BUILD_FAILED', 'BUILD_FIXED', 'LISTING_DECIDED', 'LISTING_MESSAGE', 'PAYMENT_FAILED', 'TOKEN_EXPIRING', 'CHANNEL_FAILING', 'INSTALLATION_UPDATED', 'INSTALLATION_HELD', 'INSTALLATION_UNAVAILABLE', 'ROLLOUT_HELD', 'ROLLOUT_COMPLETED'));--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_kind_check" CHECK ("notices"."kind" in ('BUILD_FAILED', 'BUILD_FIXED', 'LISTING_DECIDED', 'LISTING_MESSAGE', 'PAYMENT_FAILED', 'TOKEN_EXPIRING', 'CHANNEL_FAILING', 'INSTALLATION_UPDATED', 'INSTALLATION_HELD', 'INSTALLATION_UNAVAILABLE', 'ROLLOUT_HELD', 'ROLLOUT_COMPLETED'));--> statement-breakpoint
-- Written by hand: what was muted stays so, and is not mailed.
INSERT INTO "notice_preferences" ("user_id", "kind", "bell", "mail")
SELECT "user_id", "kind", false, false FROM "muted_notices";
