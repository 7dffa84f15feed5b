-- N-grams for the marketplace's search (server/marketplace/search.ts). The index marketplace_items_ngrams is built on
-- search_ngrams, so this file is applied before the tables. A change of search_ngrams needs a migration that reindexes.

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

-- The n-grams to look up for a word: trigrams that cover it, or the word itself if it is shorter. More of them would not
-- narrow the result.
CREATE OR REPLACE FUNCTION search_query_ngrams(word text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN CASE WHEN length(word) < 3 THEN ARRAY[word] ELSE ARRAY(
    SELECT substr(word, least(at, length(word) - 2), 3) FROM generate_series(1, length(word), 3) at
  ) END;
