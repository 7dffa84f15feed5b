"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { formatCount, formatRange } from "../format";
import { Pager } from "./pager";

type ListPagerProps = {
  /** `skipped` are the rows before the page; cursors are null where there is no other, or the first, page. */
  page: { total: number; skipped: number; previousCursor: string | null; nextCursor: string | null };
  /** Rows of this page. */
  count: number;
  /** Name of a row: "payment". */
  noun: string;
  /** Query parameter of the cursor; other parameters stay. */
  parameter?: string;
  /** Labels of the links, for lists that are not ordered by time. */
  labels?: { newer: string; older: string };
};

/** Pager of a counted list: "3 payments" for a single page, otherwise "26–50 of 263" with links to both neighbors. */
export function ListPager({ page, count, noun, parameter = "cursor", labels = BY_TIME }: ListPagerProps) {
  const { total, skipped, previousCursor, nextCursor } = page;
  const path = usePathname();
  const current = useSearchParams();

  function hrefOf(cursor: string | null): string {
    const params = new URLSearchParams(current);
    if (cursor === null) params.delete(parameter);
    else params.set(parameter, cursor);
    return params.size > 0 ? `${path}?${params}` : path;
  }

  return (
    <Pager
      summary={count < total && count > 0 ? formatRange(skipped, count, total) : formatCount(total, noun)}
      newerHref={skipped > 0 ? hrefOf(previousCursor) : undefined}
      olderHref={nextCursor === null ? undefined : hrefOf(nextCursor)}
      newerLabel={labels.newer}
      olderLabel={labels.older}
    />
  );
}

const BY_TIME = { newer: "Newer", older: "Older" };
