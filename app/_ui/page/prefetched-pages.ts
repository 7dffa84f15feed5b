"use client";

import { usePathname, useRouter } from "next/navigation";
import { useEffect } from "react";

/** Time for which Next keeps a prefetched page; `staleTimes.static` of `next.config.js`. */
const PREFETCH_TTL_MS = 30_000;
/** A page of this age needs no refresh: no reader notices the difference to the moment of their click. */
const FRESH_MS = 1_000;

/** Time of the last prefetch by address, in milliseconds of `performance.now()`. */
const prefetchedAt = new Map<string, number>();

export function recordPrefetch(href: string): void {
  const now = performance.now();
  for (const [known, at] of prefetchedAt) if (now - at > PREFETCH_TTL_MS) prefetchedAt.delete(known);
  if (!prefetchedAt.has(href)) prefetchedAt.set(href, now);
}

/** Marks every prefetched page as stale, because data has changed that it may show. */
export function markPrefetchesStale(): void {
  const stale = performance.now() - FRESH_MS - 1;
  for (const [href, at] of prefetchedAt) prefetchedAt.set(href, Math.min(at, stale));
}

/**
 * Stale-while-revalidate for prefetched pages: a page that was prefetched some time before it was opened is shown at once
 * and read again. `onStale` refreshes the data that the page did not bring itself.
 */
export function RefreshStalePrefetch({ onStale }: { onStale?: () => void }) {
  const pathname = usePathname();
  const router = useRouter();
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a navigation asks for it
  useEffect(() => {
    if (!isStalePrefetch(pathname + window.location.search)) return;
    prefetchedAt.clear();
    router.refresh();
    onStale?.();
  }, [pathname, router]);
  return null;
}

function isStalePrefetch(href: string): boolean {
  const age = performance.now() - (prefetchedAt.get(href) ?? Number.NEGATIVE_INFINITY);
  return age > FRESH_MS && age <= PREFETCH_TTL_MS;
}
