import type { ServerResponse } from "node:http";

/**
 * Calls `prepare` as late as can be: when the head of an answer is written, however that is done. It may still set headers, and
 * gives the status that is sent.
 */
export function onHeaders(response: ServerResponse, prepare: (status: number) => number): void {
  const writeHead = response.writeHead.bind(response) as (...head: unknown[]) => ServerResponse;
  response.writeHead = (status: number, ...rest: unknown[]) => writeHead(prepare(status), ...rest);
}

/**
 * Tells the browser how long the server took until it began to answer (`Server-Timing`). A page goes on from there while
 * it is read: what its tables wait for comes in the same answer.
 */
export function addServerTiming(response: ServerResponse): void {
  const startedAt = performance.now();
  onHeaders(response, (status) => {
    response.setHeader("Server-Timing", `total;dur=${(performance.now() - startedAt).toFixed(1)}`);
    return status;
  });
}
