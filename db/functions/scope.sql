-- Scope that row-level security admits: a tenant's id, or '*' for the platform itself. A statement without one fails, so
-- that a lost setting never looks like an empty table: a collector would delete what it cannot see, a backup would miss it.
CREATE OR REPLACE FUNCTION required_scope() RETURNS text LANGUAGE plpgsql STABLE PARALLEL SAFE AS $$
DECLARE
  scope text := current_setting('drydock.scope', true);
BEGIN
  IF coalesce(scope, '') = '' THEN
    RAISE EXCEPTION 'drydock.scope is not set' USING ERRCODE = 'insufficient_privilege',
      HINT = 'Set drydock.scope to a tenant''s id, or to * for all tenants.';
  END IF;
  RETURN scope;
END $$;
