ALTER TABLE "build_workers" ADD COLUMN "version" text;--> statement-breakpoint
ALTER TABLE "build_workers" ADD COLUMN "draining_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "build_workers" ADD COLUMN "forgotten_at" timestamp (3) with time zone;