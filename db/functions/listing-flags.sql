-- Flags of listings that processes of the version before store as sentences, converted as by migration 0031. The file goes with
-- the column listings.flags, once no such process runs.
CREATE OR REPLACE FUNCTION parse_version_flags(sentences text[]) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT jsonb_agg(
    CASE
      WHEN change LIKE 'adds the permission "%' THEN jsonb_build_object('kind', 'PERMISSION_ADDED',
        'name', substring(change FROM '"(.*)"$'), 'release', NULL, 'since', NULL)
      WHEN change LIKE 'removes the permission "%' THEN jsonb_build_object('kind', 'PERMISSION_REMOVED',
        'name', substring(change FROM '"(.*)"$'), 'release', coalesce(though[1], 'major'), 'since', though[2])
      ELSE jsonb_build_object('kind', 'ENTRY_CHANGED', 'name', substring(change FROM ' to (.*)$'),
        'previous', substring(change FROM '^changes the entry from (.*?) to '),
        'release', coalesce(though[1], 'major'), 'since', though[2])
    END ORDER BY position)
  FROM (
    SELECT position, regexp_replace(sentence, ', although \S+ is a \w+ release after \S+$', '') AS change,
      regexp_match(sentence, ', although \S+ is a (\w+) release after (\S+)$') AS though
    FROM unnest(sentences) WITH ORDINALITY stated(sentence, position)
  ) parsed
$$;

CREATE OR REPLACE FUNCTION convert_listing_flags() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.version_flags := parse_version_flags(NEW.flags);
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER listings_convert_flags BEFORE INSERT OR UPDATE OF flags ON listings
  FOR EACH ROW WHEN (NEW.flags <> '{}' AND NEW.version_flags IS NULL) EXECUTE FUNCTION convert_listing_flags();
