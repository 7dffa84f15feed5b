CREATE TABLE "collection_stops" (
	"collection" text PRIMARY KEY NOT NULL,
	"garbage" integer NOT NULL,
	"total" integer NOT NULL,
	"stopped_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "object_deletions" (
	"key" text PRIMARY KEY NOT NULL,
	"queued_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
