import type { ServerResponse } from "node:http";
import { API_POLICY } from "./content-security-policy.ts";
import { onHeaders } from "./on-headers.ts";

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
