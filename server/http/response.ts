import { createHash } from "node:crypto";
import type { ServerResponse } from "node:http";

/** Result of a route. `status` overrides the status of the route; a 204 has no body. */
export type RouteResult<R> =
  | JsonResult<R>
  | {
      status: 204;
      body?: undefined;
      headers?: Record<string, string>;
      text?: undefined;
      storeCached?: undefined;
    };

interface JsonResult<R> {
  body: R;
  status?: number;
  headers?: Record<string, string>;
  /** Text to send instead of the body as JSON, with the media type from `headers`. */
  text?: string;
  /** Receives the entity tag and the JSON of a conditional response, to cache them. */
  storeCached?: (tag: string, json: string) => void;
}

/** Cached response that is still valid. `json` returns null if only the tag is cached. */
export interface CachedResponse {
  tag: string;
  json: () => string | null;
  headers: Record<string, string>;
}

/**
 * Response of a route's result. A conditional one carries an entity tag, and is a 304 without a body when the request
 * names that tag. A response to anything but `GET`, or to a credential, is not to be stored unless its route says otherwise.
 * @param extraHeaders override the headers of the result
 */
export function sendResult(
  result: RouteResult<unknown>,
  { method, credential, status: defaultStatus, isConditional, mediaType }: SentRoute,
  request: Request,
  extraHeaders: Record<string, string>,
): Response {
  const { body, status = defaultStatus, text, storeCached } = result;
  const isStored = method === "GET" && credential === "none";
  const headers = { ...(!isStored && NOT_STORED), ...result.headers, ...extraHeaders };
  if (status === 204) return new Response(null, { status, headers });
  const content = text ?? JSON.stringify(body);
  const contentType = text === undefined ? "application/json" : mediaType;
  const typedHeaders = { ...(contentType && { "Content-Type": contentType }), ...headers };
  if (!isConditional) return new Response(content, { status, headers: typedHeaders });
  const tag = weakEntityTag(content);
  storeCached?.(tag, content);
  return isNotModified(request, tag)
    ? notModifiedResponse({ ...headers, ETag: tag })
    : new Response(content, { status, headers: { ...typedHeaders, ETag: tag } });
}

/** A response to a change or to a credential may hold a secret, as a claim does. */
const NOT_STORED = { "Cache-Control": "no-store" };

interface SentRoute {
  method: string;
  credential: string;
  status: number;
  isConditional?: boolean;
  mediaType?: string;
}

/** Response from the cache, or null when the request needs the JSON and only the tag is cached. */
export function sendCached(
  { tag, json: readJson, headers }: CachedResponse,
  status: number,
  request: Request,
  extraHeaders: Record<string, string>,
): Response | null {
  const json = isNotModified(request, tag) ? undefined : readJson();
  if (json === null) return null;
  const taggedHeaders = Object.assign(extraHeaders, headers, { ETag: tag });
  return json === undefined ? notModifiedResponse(taggedHeaders) : jsonResponse(json, status, taggedHeaders);
}

/** A weak entity tag (RFC 9110, 8.8.3). */
export function weakEntityTag(representation: string): string {
  return `W/"${createHash("sha1").update(representation).digest("base64url")}"`;
}

/** True if an `If-None-Match` header names the tag, by weak comparison (RFC 9110, 13.1.2). */
export function matchesEntityTag(header: string | null, tag: string): boolean {
  if (!header) return false;
  if (header === tag || header.trim() === "*") return true;
  const opaque = opaqueTag(tag);
  return (header.match(/(?:W\/)?"[^"]*"/g) ?? []).some((candidate) => opaqueTag(candidate) === opaque);
}

const opaqueTag = (tag: string) => tag.replace(/^W\//, "");

const isNotModified = ({ headers }: Request, tag: string) =>
  matchesEntityTag(headers.get("if-none-match"), tag);

const jsonResponse = (json: string, status: number, headers: Record<string, string>): Response =>
  new Response(json, { status, headers: { "Content-Type": "application/json", ...headers } });

const notModifiedResponse = (headers: Record<string, string>): Response =>
  new Response(null, { status: 304, headers });

/** Writes a small response, such as a problem document, to a connection that no handler answers. */
export async function writeResponse(target: ServerResponse, response: Response): Promise<void> {
  const body = await response.text();
  if (target.headersSent || target.destroyed) return void target.destroy();
  target.writeHead(response.status, [...response.headers].flat()).end(body);
}
