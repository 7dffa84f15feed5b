import { and, type SQL, sql } from "drizzle-orm";
import { listings } from "@/db/schema/index.ts";
import { LISTING_STATUSES } from "@/db/schema/vocabulary.ts";
import { olderThan } from "../platform/pagination.ts";
import { enumArrayLiteral, numberLiteral } from "../platform/search.ts";
import type { ListListings } from "./input.ts";

/**
 * The newest listings of a tenant in the states that were chosen (all where none is) which `also` lets through, as a
 * table expression of their ids. An index answers for each state with at most `limit` rows, so listings in other states
 * are never read, however many there are.
 * @throws AppError `VALIDATION_FAILED` for a foreign cursor
 */
export function newestListings(tenantId: SQL, input: ListListings, also?: SQL): SQL {
  const most = numberLiteral(input.limit);
  const chosen = and(
    sql`${listings.tenantId} = ${tenantId} and ${listings.status} = statuses.status`,
    olderThan(input.cursor, listings.submittedAt, listings.id),
    also,
  );
  return sql`(
    select found.id
    from unnest(${enumArrayLiteral(input.status, LISTING_STATUSES)}) as statuses (status)
    cross join lateral (
      select id, submitted_at from listings where ${chosen} order by submitted_at desc, id desc limit ${most}
    ) found
    order by found.submitted_at desc, found.id desc limit ${most}
  )`;
}
