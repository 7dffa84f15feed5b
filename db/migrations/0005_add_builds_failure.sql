ALTER TABLE "builds" ADD COLUMN "git_commit" text;--> statement-breakpoint
ALTER TABLE "builds" ADD COLUMN "commit_message" text;--> statement-breakpoint
ALTER TABLE "builds" ADD COLUMN "failure" jsonb;