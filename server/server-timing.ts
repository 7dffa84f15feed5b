import type { ServerResponse } from "node:http";

/**
 * Tells the browser how long the server took until it began to answer (`Server-Timing`). A page goes on from there while
 * it is read: what its tables wait for comes in the same answer. The header is set as late as can be, when the head is written.
 */
export function tellTime(response: ServerResponse): void {
  const startedAt = performance.now();
  const writeHead = response.writeHead.bind(response) as (...head: unknown[]) => ServerResponse;
  response.writeHead = (...head: unknown[]) => {
    response.setHeader("Server-Timing", `total;dur=${(performance.now() - startedAt).toFixed(1)}`);
    return writeHead(...head);
  };
}
