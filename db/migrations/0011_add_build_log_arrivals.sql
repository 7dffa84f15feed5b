ALTER TABLE "build_log_pieces" ADD COLUMN "received_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "build_logs" ADD COLUMN "arrivals" jsonb;