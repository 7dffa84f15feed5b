-- Row-level security: the second barrier between tenants. The first is the tenant filter of every query; this one holds
-- when a filter was forgotten. A new table with a tenant_id is added here, or to the exceptions in
-- db/tenant-isolation.db.test.ts. Each table is altered in a transaction of its own, and only where it differs: an
-- exclusive lock on all tables at once would deadlock with requests.
DO $$
DECLARE
  -- As subqueries, the scope is read once per statement and not once per row: a scan of thousands of rows takes a sixth of
  -- the time. The planner takes a condition that is a value of its own for true of half of the rows, so that it reads the
  -- first rows of all tenants from an index in its order; by the tenant's id alone it would expect one row in a hundred,
  -- and rather read and sort the table.
  in_scope CONSTANT text := '(SELECT required_scope() = ''*'')'
    ' OR tenant_id::text = (SELECT required_scope())';
  of_tenants CONSTANT text[] := ARRAY[
    'api_tokens', 'app_plugins', 'app_variables', 'apps', 'archives', 'build_artifacts', 'build_days',
    'build_durations', 'build_failures', 'build_inputs', 'build_log_pieces', 'build_logs', 'build_outcomes', 'build_reports',
    'build_search_terms', 'build_sources', 'build_totals', 'build_turns', 'build_variables', 'build_views', 'builds',
    'changelog_documents', 'idempotency_keys', 'installation_days', 'installations', 'invitations', 'item_names', 'listing_checks', 'listing_decisions',
    'listing_messages', 'listing_totals', 'listings', 'memberships', 'notices', 'payments', 'purchases',
    'rollout_moves', 'rollouts', 'subscriptions', 'system_plugins', 'theme_previews', 'themes'
  ];
  at_platform CONSTANT text := '(SELECT required_scope()) = ''*''';
  -- Tables of the platform that no tenant may read or write.
  of_platform CONSTANT text[] := ARRAY[
    'authentication_challenges', 'featured_items', 'item_reports', 'moderation_notes', 'passkeys', 'recovery_codes',
    'saved_replies', 'sessions', 'totp_factors'
  ];
  isolated text;
  condition text;
BEGIN
  FOREACH isolated IN ARRAY of_tenants || of_platform LOOP
    condition := CASE WHEN isolated = ANY (of_tenants) THEN in_scope ELSE at_platform END;
    -- The comment holds the condition as it was given; PostgreSQL stores it in another spelling.
    CONTINUE WHEN EXISTS (
      SELECT FROM pg_policy JOIN pg_class ON pg_class.oid = polrelid
      WHERE polrelid = isolated::regclass AND relrowsecurity AND relforcerowsecurity
        AND obj_description(pg_policy.oid, 'pg_policy') = condition);
    SET LOCAL lock_timeout = '2s';
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY', isolated);
    EXECUTE format('DROP POLICY IF EXISTS tenant_isolation ON %I', isolated);
    EXECUTE format('DROP POLICY IF EXISTS platform_only ON %I', isolated);
    EXECUTE format('CREATE POLICY tenant_isolation ON %I USING (%s) WITH CHECK (%s)', isolated, condition, condition);
    EXECUTE format('COMMENT ON POLICY tenant_isolation ON %I IS %L', isolated, condition);
    COMMIT;
  END LOOP;
END $$;
