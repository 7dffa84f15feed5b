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
ALTER TABLE "build_artifacts" ADD CONSTRAINT "build_artifacts_tenant_id_build_id_builds_tenant_id_id_fk" FOREIGN KEY ("tenant_id","build_id") REFERENCES "public"."builds"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "build_log_pieces" ADD CONSTRAINT "build_log_pieces_tenant_id_build_id_builds_tenant_id_id_fk" FOREIGN KEY ("tenant_id","build_id") REFERENCES "public"."builds"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "build_logs" ADD CONSTRAINT "build_logs_tenant_id_build_id_builds_tenant_id_id_fk" FOREIGN KEY ("tenant_id","build_id") REFERENCES "public"."builds"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "build_artifacts_build" ON "build_artifacts" USING btree ("build_id");--> statement-breakpoint
CREATE INDEX "build_artifacts_stored" ON "build_artifacts" USING btree ("stored_at");--> statement-breakpoint
CREATE INDEX "build_logs_unstored" ON "build_logs" USING btree ("build_id") WHERE "build_logs"."stored_at" is null;
--> statement-breakpoint
DO $$
DECLARE
  walled text;
BEGIN
  FOREACH walled IN ARRAY ARRAY['build_logs', 'build_log_pieces', 'build_artifacts'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', walled);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', walled);
    EXECUTE format(
      'CREATE POLICY tenant_wall ON %I USING (drydock_in_scope(tenant_id)) WITH CHECK (drydock_in_scope(tenant_id))',
      walled
    );
  END LOOP;
END $$;
