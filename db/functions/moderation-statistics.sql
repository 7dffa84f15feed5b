-- Waiting times of the last 200 first decisions, and their percentiles (server/domains/listings/listing-row.ts). They are kept because
-- every submission reports them and decisions are rare.
-- The wait of an undone decision is removed again.
CREATE OR REPLACE FUNCTION update_moderation_statistics() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE moderation_statistics kept SET (waits, wait_p50, wait_p90) = (
    SELECT coalesce(array_agg(wait ORDER BY place), '{}'),
      percentile_cont(0.5) WITHIN GROUP (ORDER BY wait), percentile_cont(0.9) WITHIN GROUP (ORDER BY wait)
    FROM unnest(CASE TG_OP WHEN 'INSERT' THEN NEW.wait_seconds || kept.waits ELSE kept.waits END)
      WITH ORDINALITY AS recent(wait, place)
    WHERE place <= 200
      AND (TG_OP = 'INSERT' OR place IS DISTINCT FROM array_position(kept.waits, OLD.wait_seconds))
  );
  RETURN NULL;
END $$;

-- One row for all: a transaction that decides several listings would hold it against every other moderator.
CREATE OR REPLACE TRIGGER listing_decisions_update_statistics AFTER INSERT ON listing_decisions
  FOR EACH ROW WHEN (NEW.wait_seconds IS NOT NULL) EXECUTE FUNCTION update_moderation_statistics();

CREATE OR REPLACE TRIGGER listing_decisions_remove_statistics AFTER DELETE ON listing_decisions
  FOR EACH ROW WHEN (OLD.wait_seconds IS NOT NULL) EXECUTE FUNCTION update_moderation_statistics();
