CREATE SEQUENCE "public"."build_turn_numbers" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
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
DROP INDEX "builds_queue";--> statement-breakpoint
ALTER TABLE "builds" ADD COLUMN "claim_id" uuid;--> statement-breakpoint
ALTER TABLE "builds" ADD COLUMN "end_reason" text;--> statement-breakpoint
ALTER TABLE "build_turns" ADD CONSTRAINT "build_turns_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "builds_waiting" ON "builds" USING btree ("platform","tenant_id","created_at","id") WHERE "builds"."status" = 'QUEUED' and "builds"."lease_until" is null;--> statement-breakpoint
CREATE INDEX "builds_leased" ON "builds" USING btree ("lease_until") WHERE "builds"."finished_at" is null and "builds"."lease_until" is not null;--> statement-breakpoint
CREATE INDEX "builds_worker" ON "builds" USING btree ("worker_id","finished_at" DESC NULLS LAST) WHERE "builds"."worker_id" is not null;--> statement-breakpoint
CREATE INDEX "builds_retries" ON "builds" USING btree ("retry_of") WHERE "builds"."retry_of" is not null;--> statement-breakpoint
ALTER TABLE "builds" ADD CONSTRAINT "builds_end_reason_check" CHECK ("builds"."end_reason" in ('CANCELLED', 'WORKER_LOST', 'WORKER_STOPPED', 'BY_HAND'));--> statement-breakpoint
ALTER TABLE "builds" ADD CONSTRAINT "builds_end_reason_of_end_check" CHECK ("builds"."end_reason" is null or "builds"."status" = 'FAILED');
--> statement-breakpoint
ALTER TABLE "build_turns" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "build_turns" FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY tenant_wall ON "build_turns" USING (drydock_in_scope(tenant_id)) WITH CHECK (drydock_in_scope(tenant_id));
