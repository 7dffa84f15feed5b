import type { ServerResponse } from "node:http";
import { beforeHead } from "./on-headers.ts";

/**
 * Tells the browser how long the server took until it began to answer (`Server-Timing`). A page goes on from there while
 * it is read: what its tables wait for comes in the same answer.
 */
export function tellTime(response: ServerResponse): void {
  const startedAt = performance.now();
  beforeHead(response, (status) => {
    response.setHeader("Server-Timing", `total;dur=${(performance.now() - startedAt).toFixed(1)}`);
    return status;
  });
}
