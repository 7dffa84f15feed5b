import type { ServerResponse } from "node:http";
import { API_POLICY } from "./content-security-policy.ts";

/**
 * Security headers of every response. A response that needs another policy sets its own: pages allow their scripts by
 * nonce (`proxy.ts`).
 */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  "Content-Security-Policy": API_POLICY,
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "strict-origin-when-cross-origin",
  "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
};

const ENTRIES = Object.entries(SECURITY_HEADERS);

/** Hook that adds the security headers that the response does not set. */
export function addSecurityHeaders(response: ServerResponse): void {
  onHeaders(response, (status) => {
    for (const [name, value] of ENTRIES) if (!response.hasHeader(name)) response.setHeader(name, value);
    return status;
  });
}

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
