-- Failed builds by the fingerprint of their reason (server/domains/builds/failures/similar-failures.ts). A build ends once, and what is
-- copied from it does not change then, but for a reason that is found later (server/domains/builds/failures/find-missing.ts).
CREATE OR REPLACE FUNCTION insert_build_failure() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO build_failures (build_id, tenant_id, platform, worker_id, fingerprint, finished_at, is_pending)
  VALUES (
    NEW.id, NEW.tenant_id, NEW.platform, NEW.worker_id, failure_fingerprint(NEW.failure, NEW.end_reason), NEW.finished_at,
    NEW.failure IS NULL AND NEW.error_log IS NOT NULL
  );
  RETURN NULL;
END $$;

-- Fingerprint by which failures are compared. Builds that a person ended have none: nothing went wrong in them.
CREATE OR REPLACE FUNCTION failure_fingerprint(failure jsonb, end_reason text) RETURNS text
  LANGUAGE sql IMMUTABLE
  RETURN CASE WHEN coalesce(end_reason, '') NOT IN ('CANCELLED', 'BY_HAND') THEN failure ->> 'fingerprint' END;

CREATE OR REPLACE TRIGGER builds_failure_updated AFTER UPDATE ON builds
  FOR EACH ROW WHEN (OLD.finished_at IS NULL AND NEW.status = 'FAILED') EXECUTE FUNCTION insert_build_failure();

CREATE OR REPLACE TRIGGER builds_failure_inserted AFTER INSERT ON builds
  FOR EACH ROW WHEN (NEW.status = 'FAILED') EXECUTE FUNCTION insert_build_failure();

-- Builds that failed before the triggers existed. The triggers' lock lasts until the end of the transaction, so no build
-- fails between them and this.
INSERT INTO build_failures (build_id, tenant_id, platform, worker_id, fingerprint, finished_at, is_pending)
SELECT id, tenant_id, platform, worker_id, failure_fingerprint(failure, end_reason), finished_at,
  failure IS NULL AND error_log IS NOT NULL
FROM builds WHERE status = 'FAILED'
ON CONFLICT DO NOTHING;
