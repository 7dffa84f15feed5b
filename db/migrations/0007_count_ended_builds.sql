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
ALTER TABLE "build_days" ADD CONSTRAINT "build_days_tenant_id_app_id_apps_tenant_id_id_fk" FOREIGN KEY ("tenant_id","app_id") REFERENCES "public"."apps"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "build_outcomes_tenant" ON "build_outcomes" USING btree ("tenant_id");--> statement-breakpoint
DO $$
DECLARE
  walled text;
BEGIN
  FOREACH walled IN ARRAY ARRAY['build_outcomes', 'build_days', 'build_durations'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', walled);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', walled);
    EXECUTE format(
      'CREATE POLICY tenant_wall ON %I USING (drydock_in_scope(tenant_id)) WITH CHECK (drydock_in_scope(tenant_id))',
      walled
    );
  END LOOP;
END $$;
--> statement-breakpoint
-- Whole seconds from one instant to another; clocks of workers may be wrong, so never less than none.
CREATE FUNCTION whole_seconds(since timestamptz, until timestamptz) RETURNS integer LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN greatest(0, least(2000000000, floor(extract(epoch FROM until - since))))::integer;
--> statement-breakpoint
-- Notes a build that has ended, in the transaction that ends it. It happens once to a build, whoever ends it.
CREATE FUNCTION note_build_outcome() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO build_outcomes (build_id, tenant_id, app_id, platform, day, is_completed, run_seconds, queue_seconds)
  VALUES (
    NEW.id, NEW.tenant_id, NEW.app_id, NEW.platform, (NEW.created_at AT TIME ZONE 'UTC')::date,
    NEW.status = 'COMPLETED',
    CASE WHEN NEW.status = 'COMPLETED' THEN whole_seconds(NEW.started_at, NEW.finished_at) END,
    whole_seconds(NEW.created_at, NEW.started_at)
  );
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER builds_note_end AFTER UPDATE ON builds
  FOR EACH ROW WHEN (OLD.finished_at IS NULL AND NEW.finished_at IS NOT NULL) EXECUTE FUNCTION note_build_outcome();
--> statement-breakpoint
CREATE TRIGGER builds_note_ended AFTER INSERT ON builds
  FOR EACH ROW WHEN (NEW.finished_at IS NOT NULL) EXECUTE FUNCTION note_build_outcome();
--> statement-breakpoint
INSERT INTO build_period (since) VALUES ((now() AT TIME ZONE 'UTC')::date - 29);
--> statement-breakpoint
INSERT INTO build_outcomes (build_id, tenant_id, app_id, platform, day, is_completed, run_seconds, queue_seconds)
SELECT id, tenant_id, app_id, platform, (created_at AT TIME ZONE 'UTC')::date, status = 'COMPLETED',
  CASE WHEN status = 'COMPLETED' THEN whole_seconds(started_at, finished_at) END, whole_seconds(created_at, started_at)
FROM builds WHERE finished_at IS NOT NULL;
