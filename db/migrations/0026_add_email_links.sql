CREATE TABLE "email_links" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"email" text NOT NULL,
	"secret_digest" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "email_links_secret_digest_unique" UNIQUE("secret_digest"),
	CONSTRAINT "email_links_kind_check" CHECK ("email_links"."kind" in ('VERIFY_EMAIL', 'CHANGE_EMAIL', 'RESET_PASSWORD'))
);
--> statement-breakpoint
ALTER TABLE "invitations" ADD COLUMN "email" text;--> statement-breakpoint
ALTER TABLE "invitations" ADD COLUMN "mailed_secret_digest" text;--> statement-breakpoint
ALTER TABLE "invitations" ADD COLUMN "mailed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "email_verified_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "claimed_email" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "deleted_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "email_links" ADD CONSTRAINT "email_links_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "email_links_user_id_created_at_index" ON "email_links" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "email_links_expires_at_index" ON "email_links" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "users_claimed_email" ON "users" USING btree ("claimed_email") WHERE "users"."claimed_email" is not null;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_mailed_secret_digest_unique" UNIQUE("mailed_secret_digest");--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_deleted_check" CHECK ("users"."deleted_at" is null or "users"."disabled_at" is not null);--> statement-breakpoint
UPDATE "users" SET "email_verified_at" = "created_at";
