import { findMatches, type LogMatches, type LogQuery, NO_MATCHES, toPattern } from "./find-matches.ts";

/** Request to the worker; `text` is the log if it changed since the last one. */
export type SearchRequest = { id: number; query: LogQuery; text: string | undefined };

export type SearchResponse = { id: number; matches: LogMatches };

let lines: string[] = [];

/** Search outside the page's thread: an expression may take longer than anybody waits. */
self.addEventListener("message", ({ data: { id, query, text } }: MessageEvent<SearchRequest>) => {
  if (text !== undefined) lines = text.split("\n");
  const { pattern } = toPattern(query);
  const matches = pattern ? findMatches(lines, pattern) : NO_MATCHES;
  const response: SearchResponse = { id, matches };
  self.postMessage(response);
});
