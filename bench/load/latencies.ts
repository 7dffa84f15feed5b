import { createHistogram, type RecordableHistogram } from "node:perf_hooks";
import { Agent, type Dispatcher, request } from "undici";

/** Latency histograms of requests by kind, and of parts of a kind by `kind, part`. */
export interface Latencies {
  /**
   * Sends a request and records its latency since it was due, unless it was due before the warm-up ended. A kind such as
   * `page, loaded` is recorded as a page, and again as that part. Returns null for a failed request.
   */
  send: (kind: string, dueAt: number, url: string, init: RequestInit) => Promise<Response | null>;
  byKind: Map<string, Latency>;
}

export interface Latency {
  /** Of whole microseconds. */
  histogram: RecordableHistogram;
  failures: string[];
}

interface RequestInit {
  method?: Dispatcher.HttpMethod;
  headers: Record<string, string>;
  body?: string;
}

interface Response {
  headers: Record<string, string | string[] | undefined>;
}

const agent = new Agent({ pipelining: 1, keepAliveTimeout: 4_000 });

/** @param warmUpEndsAt by `performance.now()` */
export function createLatencies(warmUpEndsAt: number): Latencies {
  const byKind = new Map<string, Latency>();
  const getOrCreate = (kind: string): Latency => {
    const latency = byKind.get(kind) ?? { histogram: createHistogram(), failures: [] };
    byKind.set(kind, latency);
    return latency;
  };
  const send: Latencies["send"] = async (kind, dueAt, url, init) => {
    const latencies = dueAt >= warmUpEndsAt ? kindsOf(kind).map(getOrCreate) : [];
    const fail = (failure: string) => {
      for (const { failures } of latencies) failures.push(failure);
      return null;
    };
    try {
      const { statusCode, headers, body } = await request(url, { ...init, dispatcher: agent });
      const text = await body.text();
      const microseconds = Math.max(1, Math.round((performance.now() - dueAt) * 1_000));
      for (const { histogram } of latencies) histogram.record(microseconds);
      return statusCode < 300 || statusCode === 304
        ? { headers }
        : fail(`${statusCode} ${text.slice(0, 200)}`);
    } catch (error) {
      return fail(String(error));
    }
  };
  return { send, byKind };
}

export const percentileMs = ({ histogram }: Latency, percentile: number): number =>
  histogram.percentile(percentile) / 1_000;

/** Parts of a kind are named `kind, part`, and recorded as the kind, too. */
export const isPart = (name: string): boolean => name.includes(", ");

const kindsOf = (name: string): string[] => [...new Set([name.split(", ")[0] ?? name, name])];
