import { Agent, type Dispatcher, request } from "undici";

/** How calls of each kind were answered. */
export interface Tally {
  /**
   * Makes a call, and counts it if it was due, which `since` tells, when counting had begun.
   * @returns its headers and its body, or null when it failed
   */
  call: (kind: string, since: number, url: string, init: CallInit) => Promise<Called | null>;
  kinds: () => Iterable<[string, { times: number[]; failures: string[] }]>;
}

export interface CallInit {
  method?: Dispatcher.HttpMethod;
  headers: Record<string, string>;
  body?: string;
}

export interface Called {
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

const agent = new Agent({ pipelining: 1, keepAliveTimeout: 4_000 });

/** @param countsFrom by `performance.now()` */
export function openTally(countsFrom: number): Tally {
  const kinds = new Map<string, { times: number[]; failures: string[] }>();
  return {
    kinds: () => kinds,
    call: async (kind, since, url, init) => {
      const counts = (since >= countsFrom && kinds.get(kind)) || { times: [], failures: [] };
      if (since >= countsFrom) kinds.set(kind, counts);
      try {
        const { statusCode, headers, body } = await request(url, { ...init, dispatcher: agent });
        const text = await body.text();
        counts.times.push(performance.now() - since);
        if (statusCode < 300 || statusCode === 304) return { headers, text };
        counts.failures.push(`${statusCode} ${text.slice(0, 200)}`);
      } catch (error) {
        counts.failures.push(String(error));
      }
      return null;
    },
  };
}
