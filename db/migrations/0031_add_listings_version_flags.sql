ALTER TABLE "listings" ADD COLUMN "version_flags" jsonb;--> statement-breakpoint
-- Flags as data, of sentences such as 'removes the permission "a", although 1.1.0 is a minor release after 1.0.0'.
CREATE FUNCTION pg_temp."parse_version_flags"("sentences" text[]) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
	SELECT jsonb_agg(
		CASE
			WHEN "change" LIKE 'adds the permission "%' THEN jsonb_build_object('kind', 'PERMISSION_ADDED',
				'name', substring("change" FROM '"(.*)"$'), 'release', NULL, 'since', NULL)
			WHEN "change" LIKE 'removes the permission "%' THEN jsonb_build_object('kind', 'PERMISSION_REMOVED',
				'name', substring("change" FROM '"(.*)"$'), 'release', coalesce("though"[1], 'major'), 'since', "though"[2])
			ELSE jsonb_build_object('kind', 'ENTRY_CHANGED', 'name', substring("change" FROM ' to (.*)$'),
				'previous', substring("change" FROM '^changes the entry from (.*?) to '),
				'release', coalesce("though"[1], 'major'), 'since', "though"[2])
		END ORDER BY "position")
	FROM (
		SELECT "position", regexp_replace("sentence", ', although \S+ is a \w+ release after \S+$', '') AS "change",
			regexp_match("sentence", ', although \S+ is a (\w+) release after (\S+)$') AS "though"
		FROM unnest("sentences") WITH ORDINALITY "all"("sentence", "position")
	) "each"
$$;--> statement-breakpoint
UPDATE "listings" SET "version_flags" = pg_temp.parse_version_flags("flags") WHERE "flags" <> '{}';--> statement-breakpoint
CREATE INDEX "build_logs_pending" ON "build_logs" USING btree ("build_id") WHERE "build_logs"."pending" is not null;