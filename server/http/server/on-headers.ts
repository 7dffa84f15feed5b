import type { ServerResponse } from "node:http";

/**
 * Hook that runs just before the response headers are written. `prepare` may set headers, and returns the status to
 * send.
 */
export function onHeaders(response: ServerResponse, prepare: (status: number) => number): void {
  const writeHead = response.writeHead.bind(response) as (...head: unknown[]) => ServerResponse;
  response.writeHead = (status: number, ...rest: unknown[]) => writeHead(prepare(status), ...rest);
}

/** `Server-Timing` header with the time to the first byte, in milliseconds. The rest of a streamed page comes later. */
export function addServerTiming(response: ServerResponse): void {
  const startedAt = performance.now();
  onHeaders(response, (status) => {
    response.setHeader("Server-Timing", `total;dur=${(performance.now() - startedAt).toFixed(1)}`);
    return status;
  });
}
