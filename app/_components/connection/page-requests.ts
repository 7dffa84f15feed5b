/** Pause between attempts to load a page while the network or the server is away; being online again ends it. */
const RETRY_INTERVAL_MS = 3_000;

const listeners = new Set<() => void>();
let waiting = 0;

/** Number of pages that were asked for and wait for the network. */
export const countWaitingPages = (): number => waiting;

/** @returns a function that ends the subscription */
export function watchWaitingPages(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/**
 * Fetch that waits with the request of a page until the network is back. The router has no hook for a failure: it leaves the
 * page for the browser's error page. Prefetches fail as before, since nobody waits for them.
 */
export function createPatientFetch(fetchOnce: typeof fetch): typeof fetch {
  return async (input, init) => {
    const headers = new Headers(init?.headers);
    const isPage = headers.has("rsc") && ![...headers.keys()].some((name) => name.endsWith("-prefetch"));
    if (!isPage) return fetchOnce(input, init);
    for (let isWaiting = false; ; isWaiting = true) {
      try {
        const response = await fetchOnce(input, init);
        if (isWaiting) changeWaiting(-1);
        return response;
      } catch (error) {
        if (init?.signal?.aborted) {
          if (isWaiting) changeWaiting(-1);
          throw error;
        }
        if (!isWaiting) changeWaiting(1);
        await waitForNetwork();
      }
    }
  };
}

function changeWaiting(by: number): void {
  waiting += by;
  for (const listener of listeners) listener();
}

function waitForNetwork(): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      window.removeEventListener("online", end);
      resolve();
    };
    const timer = setTimeout(end, RETRY_INTERVAL_MS);
    window.addEventListener("online", end);
  });
}

if (typeof window !== "undefined") window.fetch = createPatientFetch(window.fetch.bind(window));
