CREATE TABLE "build_totals" (
	"tenant_id" uuid NOT NULL,
	"app_id" uuid NOT NULL,
	"platform" text NOT NULL,
	"completed" integer NOT NULL,
	"failed" integer NOT NULL,
	CONSTRAINT "build_totals_tenant_id_app_id_platform_pk" PRIMARY KEY("tenant_id","app_id","platform")
);
--> statement-breakpoint
ALTER TABLE "build_totals" ADD CONSTRAINT "build_totals_tenant_id_app_id_apps_tenant_id_id_fk" FOREIGN KEY ("tenant_id","app_id") REFERENCES "public"."apps"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
DO $$
DECLARE
  callers_scope text := current_setting('drydock.scope', true);
BEGIN
  PERFORM set_config('drydock.scope', '*', true);
  INSERT INTO build_totals (tenant_id, app_id, platform, completed, failed)
  SELECT tenant_id, app_id, platform, sum(completed), sum(failed) FROM build_days GROUP BY tenant_id, app_id, platform;
  PERFORM set_config('drydock.scope', coalesce(callers_scope, ''), true);
END $$;
--> statement-breakpoint
CALL wall_off('build_totals');
