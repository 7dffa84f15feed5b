import type { IncomingMessage } from "node:http";

const ABSOLUTE = /^https?:\/\/[^/?#]+/i;

/**
 * Parser of the request target and `Host` (RFC 9112, 3.2). Rewrites an absolute target, which every server must accept,
 * to its path in `url`.
 */
export function parseRequestTarget(request: Pick<IncomingMessage, "url" | "httpVersion" | "rawHeaders">) {
  const hosts = countHosts(request.rawHeaders);
  if (hosts > 1 || (hosts === 0 && request.httpVersion === "1.1")) return "malformed";
  const url = request.url ?? "";
  if (url.startsWith("/")) return "resource";
  request.url = "/";
  if (url === "*") return "server";
  const origin = ABSOLUTE.exec(url)?.[0];
  if (origin === undefined) return "malformed";
  const rest = url.slice(origin.length);
  request.url = rest.startsWith("/") ? rest : `/${rest}`;
  return "resource";
}

function countHosts(rawHeaders: readonly string[]): number {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if (rawHeaders[at]?.toLowerCase() === "host") hosts += 1;
  }
  return hosts;
}
