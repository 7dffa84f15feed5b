import { type SQL, sql } from "drizzle-orm";
import type { Reader } from "@/db/client.ts";
import { hasWords, matchRank, numberLiteral, searchWords } from "@/server/core/sql-search.ts";
import { MAX_RESULTS } from "./policy.ts";

/**
 * Rows of one kind that a search reads and compares, newest first: the bound of its cost. Older rows are found by indexes
 * where a kind has one.
 */
export const MAX_SCANNED_ROWS = 1_000;

export const SCAN_LIMIT = numberLiteral(MAX_SCANNED_ROWS);
export const RESULT_LIMIT = numberLiteral(MAX_RESULTS);

interface Candidates {
  /** Query of the rows that may match, a few thousand at most, as `c`. */
  rows: SQL;
  /** Columns of `c` that are compared; `c.id` is besides, with a search that may be an id. */
  texts: SQL[];
  /** Order of equally good matches. */
  tieOrder: SQL;
}

/** The best matches among the candidates. */
export async function findBest<Row extends Record<string, unknown>>(
  tx: Reader,
  search: string,
  { rows, texts, tieOrder }: Candidates,
): Promise<Row[]> {
  const compared = isPartOfId(search) ? [...texts, sql`c.id::text`] : texts;
  const lower = texts.map((text) => sql`lower(${text})`);
  const found = await tx.execute<Row>(sql`
    select c.* from (${rows}) c where ${hasWords(searchWords(search), lowerText(compared))}
    order by ${matchRank(search, lower)}, ${tieOrder} limit ${RESULT_LIMIT}`);
  return found.map((row): Record<string, unknown> => row) as Row[];
}

/** The texts in lower case, one per line. */
export const lowerText = (texts: readonly SQL[]): SQL =>
  sql`lower(concat_ws(E'\\n', ${sql.join([...texts], sql`, `)}))`;

/** Check of a text that can be a UUID or its beginning. Shorter ones would match parts of many ids. */
export const isPartOfId = (search: string): boolean => /^[0-9a-f]{8}[0-9a-f-]{0,28}$/i.test(search);
