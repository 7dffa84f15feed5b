-- The second wall between tenants. The first is the tenant filter of every query; this one stands when a filter was
-- forgotten. `drydock.scope` holds a tenant's id or '*' for the platform itself; unset, it lets nothing through.
CREATE FUNCTION drydock_in_scope(tenant uuid) RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE
  RETURN current_setting('drydock.scope', true) IN (tenant::text, '*');
--> statement-breakpoint
DO $$
DECLARE
  walled text;
BEGIN
  FOREACH walled IN ARRAY ARRAY[
    'memberships', 'invitations', 'api_tokens', 'apps', 'builds', 'build_reports', 'app_plugins', 'system_plugins',
    'themes', 'archives', 'listings', 'listing_decisions', 'subscriptions', 'payments', 'idempotency_keys'
  ] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', walled);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', walled);
    EXECUTE format(
      'CREATE POLICY tenant_wall ON %I USING (drydock_in_scope(tenant_id)) WITH CHECK (drydock_in_scope(tenant_id))',
      walled
    );
  END LOOP;
END $$;
--> statement-breakpoint
-- Where a pending listing stands in the queue of all tenants, and how long decisions took of late. It opens the
-- platform's scope for itself and closes it again: the numbers it gives out name nobody.
CREATE FUNCTION listing_queue_outlook(submitted timestamptz, listing uuid)
  RETURNS TABLE (ahead integer, pending integer, decisions integer, wait_p50 double precision, wait_p90 double precision)
  LANGUAGE plpgsql AS $$
DECLARE
  callers_scope text := current_setting('drydock.scope', true);
BEGIN
  PERFORM set_config('drydock.scope', '*', true);
  RETURN QUERY
    SELECT queue.ahead, queue.pending, waits.decisions, waits.p50, waits.p90
    FROM (
      SELECT
        count(*) FILTER (WHERE (l.submitted_at, l.id) < (submitted, listing))::integer AS ahead,
        count(*)::integer AS pending
      FROM listings l WHERE l.status = 'PENDING_APPROVAL'
    ) queue,
    (
      SELECT
        count(*)::integer AS decisions,
        percentile_cont(0.5) WITHIN GROUP (ORDER BY recent.wait_seconds) AS p50,
        percentile_cont(0.9) WITHIN GROUP (ORDER BY recent.wait_seconds) AS p90
      FROM (
        SELECT d.wait_seconds FROM listing_decisions d
        WHERE d.wait_seconds IS NOT NULL ORDER BY d.decided_at DESC LIMIT 200
      ) recent
    ) waits;
  PERFORM set_config('drydock.scope', callers_scope, true);
END $$;
--> statement-breakpoint
CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the audit log is append-only';
END $$;
--> statement-breakpoint
CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_log
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
