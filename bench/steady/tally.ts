import { Agent, type Dispatcher, request } from "undici";

/** How calls of each kind were answered. */
export interface Tally {
  /**
   * Makes a call, and counts it if it was due, which `since` tells, when counting had begun. A kind may have a part, as in
   * `page, loaded`: such a call is counted as a page, and again as one of that part.
   * @returns its headers and its body, or null when it failed
   */
  call: (kind: string, since: number, url: string, init: CallInit) => Promise<Called | null>;
  kinds: () => Iterable<[string, Count]>;
  parts: () => Iterable<[string, Count]>;
}

interface Count {
  /** Milliseconds. */
  times: number[];
  failures: string[];
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
  const kinds = new Map<string, Count>();
  const parts = new Map<string, Count>();
  const countsOf = (name: string): Count[] => {
    const [kind = name, part] = name.split(", ");
    return part === undefined ? [countIn(kinds, kind)] : [countIn(kinds, kind), countIn(parts, name)];
  };
  return {
    kinds: () => kinds,
    parts: () => parts,
    call: async (kind, since, url, init) => {
      const counts = since >= countsFrom ? countsOf(kind) : [];
      const fail = (failure: string) => counts.map(({ failures }) => failures.push(failure));
      try {
        const { statusCode, headers, body } = await request(url, { ...init, dispatcher: agent });
        const text = await body.text();
        for (const { times } of counts) times.push(performance.now() - since);
        if (statusCode < 300 || statusCode === 304) return { headers, text };
        fail(`${statusCode} ${text.slice(0, 200)}`);
      } catch (error) {
        fail(String(error));
      }
      return null;
    },
  };
}

function countIn(counts: Map<string, Count>, name: string): Count {
  const count = counts.get(name) ?? { times: [], failures: [] };
  counts.set(name, count);
  return count;
}
