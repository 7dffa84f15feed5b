-- Row-level security: the second barrier between tenants. The first is the tenant filter of every query; this one holds
-- when a filter was forgotten. `drydock.scope` is a tenant's id, or '*' for the platform itself; unset, no row is visible.
-- A new table with a tenant_id is added here, or to the exceptions in db/tenant-isolation.db.test.ts.
DO $$
DECLARE
  isolated text;
  -- As subqueries, the scope is read once per statement and not once per row: a scan of thousands of rows takes a sixth of
  -- the time. The planner takes a condition that is a value of its own for true of half of the rows, so that it reads the
  -- first rows of all tenants from an index in its order; by the tenant's id alone it would expect one row in a hundred,
  -- and rather read and sort the table.
  in_scope CONSTANT text := '(SELECT current_setting(''drydock.scope'', true) = ''*'')'
    ' OR tenant_id::text = (SELECT current_setting(''drydock.scope'', true))';
  at_platform CONSTANT text := '(SELECT current_setting(''drydock.scope'', true)) = ''*''';
BEGIN
  FOREACH isolated IN ARRAY ARRAY[
    'api_tokens', 'app_plugins', 'app_variables', 'apps', 'archives', 'build_artifacts', 'build_days',
    'build_durations', 'build_failures', 'build_inputs', 'build_log_pieces', 'build_logs', 'build_outcomes', 'build_reports',
    'build_search_terms', 'build_sources', 'build_totals', 'build_turns', 'build_variables', 'build_views', 'builds',
    'changelog_documents', 'idempotency_keys', 'installation_days', 'installations', 'invitations', 'item_names', 'listing_checks', 'listing_decisions',
    'listing_messages', 'listing_totals', 'listings', 'memberships', 'notices', 'payments', 'purchases',
    'rollout_moves', 'rollouts', 'subscriptions', 'system_plugins', 'theme_previews', 'themes'
  ] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY', isolated);
    EXECUTE format('DROP POLICY IF EXISTS tenant_isolation ON %I', isolated);
    EXECUTE format('CREATE POLICY tenant_isolation ON %I USING (%s) WITH CHECK (%s)', isolated, in_scope, in_scope);
  END LOOP;
  -- Tables of the platform that no tenant may read or write.
  FOREACH isolated IN ARRAY ARRAY[
    'authentication_challenges', 'featured_items', 'item_reports', 'moderation_notes', 'passkeys', 'recovery_codes',
    'saved_replies', 'sessions', 'totp_factors'
  ] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY', isolated);
    EXECUTE format('DROP POLICY IF EXISTS platform_only ON %I', isolated);
    EXECUTE format('CREATE POLICY platform_only ON %I USING (%s) WITH CHECK (%s)', isolated, at_platform, at_platform);
  END LOOP;
END $$;
