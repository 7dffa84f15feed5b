import { publicOrigin } from "@/server/core/env/public-origin.ts";

/**
 * CSRF check of requests with a session cookie: a body that is not JSON, or a page of another origin, is rejected. Null for a
 * valid request.
 */
export function rejectCrossOrigin(request: Request): Response | null {
  if (request.method !== "POST") return null;
  const mediaType = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (mediaType !== "application/json") {
    return Response.json({ error: { message: "Send the body as application/json." } }, { status: 415 });
  }
  if (isCrossOrigin(request.headers)) {
    return Response.json({ error: { message: "Cross-origin requests are not allowed." } }, { status: 403 });
  }
  return null;
}

/**
 * True if the headers name a page of another origin than the one that the request was sent to, or than the public one: a
 * reverse proxy may replace `Host`. Browsers send both headers; a proxy may drop one of them.
 */
export function isCrossOrigin(headers: Headers): boolean {
  const origin = headers.get("origin");
  const site = headers.get("sec-fetch-site");
  return (
    (origin !== null && parseHost(origin) !== headers.get("host") && !isPublicOrigin(origin)) ||
    (site !== null && site !== "same-origin")
  );
}

const parseHost = (origin: string): string | null => (URL.canParse(origin) ? new URL(origin).host : null);

const isPublicOrigin = (origin: string): boolean =>
  URL.canParse(publicOrigin()) && new URL(publicOrigin()).origin === origin;
