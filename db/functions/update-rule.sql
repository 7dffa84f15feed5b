-- The rule that chooses an update for an installation. Rollouts (server/domains/apps/rollouts/eligibility.ts), the impact of a
-- decision and held updates (installations.sql) all ask these functions.

-- Numbers of a version that no update policy changes: up to the leftmost one that is not zero, as npm's caret and Cargo
-- compare. 1.2.3 is of the series 1, 0.2.3 of 0.2, 0.0.3 of 0.0.3. Keys are those of shared/version-key.ts.
CREATE OR REPLACE FUNCTION version_series(version_key text) RETURNS text LANGUAGE sql IMMUTABLE
  RETURN substring(version_key FROM '^(?:0{15}\.){0,2}\d{15}');

-- True if an update policy allows the step from a version to another: to a higher release of the same series, for PATCH
-- with the same minor number. MINOR is the widest policy, MANUAL allows none.
CREATE OR REPLACE FUNCTION allows_step(updates text, from_key text, to_key text) RETURNS boolean LANGUAGE sql IMMUTABLE
  RETURN (updates = 'MINOR' OR updates = 'PATCH' AND left(from_key, 31) = left(to_key, 31))
    AND to_key > from_key COLLATE "C" AND right(to_key, 1) = '~' AND version_series(from_key) = version_series(to_key);

-- True if an installation may be updated to a version of its item without its people: its policy allows the step, and it
-- consented to every permission that the version requests.
CREATE OR REPLACE FUNCTION may_update(installation installations, from_key text, to_key text, requested text[])
  RETURNS boolean LANGUAGE sql IMMUTABLE
  RETURN allows_step(installation.updates, from_key, to_key) AND installation.accepted_permissions @> requested;
