import type { IncomingMessage } from "node:http";

/** What a request is about: a page or route, the server as a whole (`OPTIONS *`), or nothing that can be understood. */
export type Target = "resource" | "server" | "unreadable";

const ABSOLUTE = /^https?:\/\/[^/?#]+/i;

/**
 * Judges the target and the `Host` of a request (RFC 9112, 3.2) and puts an absolute target, which every server has to
 * take, into the form that all who look at `url` expect.
 */
export function parseRequestTarget(
  request: Pick<IncomingMessage, "url" | "httpVersion" | "rawHeaders">,
): Target {
  const hosts = countHosts(request.rawHeaders);
  if (hosts > 1 || (hosts === 0 && request.httpVersion === "1.1")) return "unreadable";
  const url = request.url ?? "";
  if (url.startsWith("/")) return "resource";
  request.url = "/";
  if (url === "*") return "server";
  const origin = ABSOLUTE.exec(url)?.[0];
  if (origin === undefined) return "unreadable";
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
