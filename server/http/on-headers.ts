import type { ServerResponse } from "node:http";

/**
 * Calls `prepare` as late as can be: when the head of an answer is written, however that is done. It may still set headers, and
 * gives the status that is sent.
 */
export function beforeHead(response: ServerResponse, prepare: (status: number) => number): void {
  const writeHead = response.writeHead.bind(response) as (...head: unknown[]) => ServerResponse;
  response.writeHead = (status: number, ...rest: unknown[]) => writeHead(prepare(status), ...rest);
}
