CREATE TABLE "mails" (
	"id" uuid PRIMARY KEY NOT NULL,
	"event_key" text NOT NULL,
	"kind" text NOT NULL,
	"user_id" uuid,
	"to_address" text NOT NULL,
	"subject" text NOT NULL,
	"text" text,
	"html" text,
	"unsubscribe_url" text,
	"state" text DEFAULT 'QUEUED' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"tries_used" integer DEFAULT 0 NOT NULL,
	"last_error" text,
	"expires_at" timestamp (3) with time zone,
	"next_attempt_at" timestamp (3) with time zone,
	"data_ended_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp (3) with time zone,
	CONSTRAINT "mails_event_key_unique" UNIQUE("event_key"),
	CONSTRAINT "mails_kind_check" CHECK ("mails"."kind" in ('VERIFY_ADDRESS', 'RESET_PASSWORD', 'INVITATION', 'SECURITY', 'BUILD_FAILED', 'LISTING_DECIDED', 'LISTING_MESSAGE', 'PAYMENT_FAILED', 'TOKEN_EXPIRING', 'CHANNEL_FAILING', 'INSTALLATION_UPDATED', 'INSTALLATION_HELD', 'INSTALLATION_UNAVAILABLE', 'ROLLOUT_HELD', 'ROLLOUT_COMPLETED')),
	CONSTRAINT "mails_state_check" CHECK ("mails"."state" in ('QUEUED', 'SENDING', 'SENT', 'FAILED')),
	CONSTRAINT "mails_sent_check" CHECK (("mails"."state" = 'SENT') = ("mails"."sent_at" is not null))
);
--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mails_newest" ON "mails" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "mails_state_newest" ON "mails" USING btree ("state","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "mails_of_user" ON "mails" USING btree ("user_id","kind","created_at");