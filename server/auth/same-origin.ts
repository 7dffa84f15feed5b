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
  const origin = request.headers.get("origin");
  const site = request.headers.get("sec-fetch-site");
  // Browsers send both; either suffices where a proxy drops the other.
  const isForeign = origin !== null && parseHost(origin) !== request.headers.get("host");
  if (isForeign || (site !== null && site !== "same-origin")) {
    return Response.json({ error: { message: "Cross-origin requests are not allowed." } }, { status: 403 });
  }
  return null;
}

export function parseHost(origin: string): string | null {
  return URL.canParse(origin) ? new URL(origin).host : null;
}
