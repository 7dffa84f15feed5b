-- Sources of builds, by which lists are filtered (server/domains/builds/filters.ts). A build keeps its sources but for its worker.
CREATE OR REPLACE FUNCTION insert_build_sources() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO build_sources (build_id, tenant_id, git_ref, version, created_by, worker_id, created_at)
  SELECT id, tenant_id, git_ref, version, created_by, worker_id, created_at FROM inserted;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER builds_insert_sources AFTER INSERT ON builds
  REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION insert_build_sources();

CREATE OR REPLACE FUNCTION update_build_worker() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE build_sources SET worker_id = NEW.worker_id WHERE build_id = NEW.id;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER builds_update_source_worker AFTER UPDATE ON builds
  FOR EACH ROW WHEN (OLD.worker_id IS DISTINCT FROM NEW.worker_id) EXECUTE FUNCTION update_build_worker();

-- Builds that are older than the triggers, whose lock lasts until the end of the transaction.
INSERT INTO build_sources (build_id, tenant_id, git_ref, version, created_by, worker_id, created_at)
SELECT id, tenant_id, git_ref, version, created_by, worker_id, created_at FROM builds
ON CONFLICT DO NOTHING;
