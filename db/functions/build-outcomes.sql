-- Outcomes of builds, counted later by a job (server/domains/builds/statistics/count-outcomes.ts).

-- Whole seconds from one instant to another, at least zero: the clocks of workers may be wrong.
CREATE OR REPLACE FUNCTION seconds_between(since timestamptz, until timestamptz) RETURNS integer
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN greatest(0, least(2000000000, floor(extract(epoch FROM until - since))))::integer;

-- Records the outcome of a build in the transaction that ends it. A build ends once.
CREATE OR REPLACE FUNCTION insert_build_outcome() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO build_outcomes (build_id, tenant_id, app_id, platform, day, is_completed, run_seconds, queue_seconds)
  VALUES (
    NEW.id, NEW.tenant_id, NEW.app_id, NEW.platform, (NEW.created_at AT TIME ZONE 'UTC')::date,
    NEW.status = 'COMPLETED',
    CASE WHEN NEW.status = 'COMPLETED' THEN seconds_between(NEW.started_at, NEW.finished_at) END,
    seconds_between(NEW.created_at, NEW.started_at)
  );
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER builds_outcome_updated AFTER UPDATE ON builds
  FOR EACH ROW WHEN (OLD.finished_at IS NULL AND NEW.finished_at IS NOT NULL) EXECUTE FUNCTION insert_build_outcome();

CREATE OR REPLACE TRIGGER builds_outcome_inserted AFTER INSERT ON builds
  FOR EACH ROW WHEN (NEW.finished_at IS NOT NULL) EXECUTE FUNCTION insert_build_outcome();
