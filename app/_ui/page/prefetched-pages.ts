/** So long Next keeps what was fetched ahead; `staleTimes.static` of `next.config.js`. */
const KEPT_MS = 30_000;
/** Nobody notices that a page is so much older than their click. */
const CURRENT_MS = 1_000;

/** When the page behind each address was fetched, before anybody went there. */
const fetchedAt = new Map<string, number>();

export function noteFetchedAhead(href: string): void {
  const now = performance.now();
  for (const [known, at] of fetchedAt) if (now - at > KEPT_MS) fetchedAt.delete(known);
  if (!fetchedAt.has(href)) fetchedAt.set(href, now);
}

/** Whether the page that is shown at an address was fetched some time before it was asked for, and may have changed. */
export function wasFetchedEarlier(href: string): boolean {
  const age = performance.now() - (fetchedAt.get(href) ?? Number.NEGATIVE_INFINITY);
  return age > CURRENT_MS && age <= KEPT_MS;
}

/** Something changed: what was fetched ahead may show it as it was, however lately that was. */
export function doubtFetchedAhead(): void {
  const doubtful = performance.now() - CURRENT_MS - 1;
  for (const [href, at] of fetchedAt) fetchedAt.set(href, Math.min(at, doubtful));
}

/** What was fetched ahead is dropped when a page is read again. */
export const forgetFetchedAhead = (): void => fetchedAt.clear();
