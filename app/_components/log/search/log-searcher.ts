import type { LogMatches, LogQuery } from "./find-matches.ts";
import type { SearchRequest, SearchResponse } from "./search-worker.ts";

/** Time after which a search is stopped. Plain text takes a fraction of it in the longest log. */
const SEARCH_TIMEOUT_MS = 3_000;

export type SearchOutcome = { matches: LogMatches } | { problem: string };

export type LogSearcher = ReturnType<typeof createLogSearcher>;

/** Searches in a log by a worker; a search that takes too long, or that is followed by another one, is stopped. */
export function createLogSearcher() {
  let worker: Worker | undefined;
  let sent: object | undefined;
  let stopCurrent = () => {};
  let id = 0;

  function stop(): void {
    worker?.terminate();
    worker = undefined;
    sent = undefined;
  }

  return {
    /** @param lines identifies the log, whose text is only sent when it changed */
    search: (
      lines: readonly { text: string }[],
      query: LogQuery,
      onDone: (outcome: SearchOutcome) => void,
    ) => {
      stopCurrent();
      id += 1;
      const current = id;
      worker ??= new Worker(new URL("./search-worker.ts", import.meta.url), { type: "module" });
      const running = worker;
      const end = (outcome: SearchOutcome | undefined) => {
        clearTimeout(timer);
        running.removeEventListener("message", onMessage);
        running.removeEventListener("error", onError);
        stopCurrent = () => {};
        if (outcome) onDone(outcome);
      };
      const onMessage = ({ data }: MessageEvent<SearchResponse>) => {
        if (data.id === current) end({ matches: data.matches });
      };
      const fail = (problem: string) => {
        stop();
        end({ problem });
      };
      const onError = () => fail("Search failed");
      const timer = setTimeout(() => fail("Search took too long"), SEARCH_TIMEOUT_MS);
      running.addEventListener("message", onMessage);
      running.addEventListener("error", onError);
      stopCurrent = () => {
        stop();
        end(undefined);
      };
      const text = sent === lines ? undefined : lines.map((line) => line.text).join("\n");
      sent = lines;
      running.postMessage({ id: current, query, text } satisfies SearchRequest);
    },
    stop: () => {
      stopCurrent();
      stop();
    },
  };
}
