-- Texts by which rows are found. Indexes and migrations call these functions, so this file is applied before the tables.

-- N-grams for the marketplace's search (server/domains/marketplace/search.ts). The index marketplace_items_ngrams is built on
-- search_ngrams: a change of it needs a migration that reindexes.

-- All n-grams of a text, of one, two and three characters. None contains white space.
CREATE OR REPLACE FUNCTION search_ngrams(searched text) RETURNS text[] LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  before_last text := '';
  last text := '';
  this text;
  grams text[] := '{}';
BEGIN
  FOREACH this IN ARRAY string_to_array(searched, NULL) LOOP
    IF this IN (' ', E'\n', E'\t') THEN
      before_last := '';
      last := '';
    ELSE
      grams := grams || this || (last || this) || (before_last || last || this);
      before_last := last;
      last := this;
    END IF;
  END LOOP;
  RETURN grams;
END $$;

-- A text as searches compare it: in lower case, with one form of hyphens and quotes, which phones replace by typographic ones.
-- normalizeSearch in server/domains/marketplace/policy.ts does the same to what is searched.
CREATE OR REPLACE FUNCTION searchable_text(text text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN translate(lower(text), U&'_\2010\2011\2012\2013\2014\2018\2019\02BC\201C\201D', U&'------\0027\0027\0027""');

-- The n-grams to look up for a word: trigrams that cover it, or the word itself if it is shorter. More of them would not
-- narrow the result.
CREATE OR REPLACE FUNCTION search_query_ngrams(word text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN CASE WHEN length(word) < 3 THEN ARRAY[word] ELSE ARRAY(
    SELECT substr(word, least(at, length(word) - 2), 3) FROM generate_series(1, length(word), 3) at
  ) END;

-- Terms of a build (build-search.sql): version, commit, Git reference, and what follows each of its last three slashes, so
-- that "feature/login" is found by "login". A change needs a migration that empties build_search_terms, and a change of
-- build-search.sql, which fills it.
CREATE OR REPLACE FUNCTION search_terms_of_build(version text, git_ref text, git_commit text) RETURNS SETOF text
  LANGUAGE sql IMMUTABLE
  BEGIN ATOMIC
    WITH parts AS (SELECT string_to_array(lower(git_ref), '/') AS part)
    SELECT lower(version)
    UNION SELECT lower(git_commit) WHERE git_commit IS NOT NULL
    UNION SELECT lower(git_ref) WHERE git_ref IS NOT NULL
    UNION SELECT array_to_string(part[at:], '/') FROM parts,
      generate_series(greatest(2, cardinality(part) - 2), cardinality(part)) at
    WHERE part[at] <> '';
  END;
