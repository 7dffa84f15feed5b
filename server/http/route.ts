import { z } from "zod";
import { type RateLimitName, rateLimitHeaders } from "@/server/auth/rate-limits/rate-limiter.ts";
import { requirePermission, requireVerifiedEmail } from "@/server/core/authorize.ts";
import { requestLimit, withConcurrencyLimit } from "@/server/core/concurrency-limit.ts";
import type { Context, TenantContext } from "@/server/core/context.ts";
import { withMetrics } from "@/server/core/metrics.ts";
import { RESPONSE_TIMEOUT_MS, withTimeout } from "@/server/core/timeouts.ts";
import type { ErrorCode } from "@/shared/errors.ts";
import type { Permission } from "@/shared/vocabulary.ts";
import { authenticateRequest, type Credential, requireTenantHeader } from "../auth/credentials.ts";
import type { Download } from "../storage/object-store.ts";
import { type JsonBody, readJson } from "./body.ts";
import { sendDownload } from "./download.ts";
import { type RequestContext, withErrorHandling } from "./error-boundary.ts";
import { idempotencyKeyProblems, withIdempotencyKey } from "./idempotency.ts";
import { memoizeByUrl, parseInputs, pathParams, requestPath } from "./parse-input.ts";
import { type CachedResponse, type RouteResult, sendCached, sendResult } from "./response.ts";
import { checkUploadHeaders, readUpload, type UploadRule } from "./upload.ts";

/** Request handler, as the production server and Next call it. */
export type Handler = (request: Request) => Promise<Response>;

export type Method = "GET" | "POST" | "PUT" | "DELETE";

/** Input of a route's `handle`. Every check before the service has passed. */
export interface RouteInput<C extends Credential, P, Q, B> {
  ctx: C extends "token" ? TenantContext : Context;
  params: P;
  query: Q;
  body: B;
  /** The body as received, on routes that take JSON. */
  rawBody: JsonBody;
  /** Stream of the body, on routes that take an upload. */
  bytes: AsyncIterable<Uint8Array>;
  headers: Headers;
}

/** Announcement that a route will be removed, at least six months before. */
export interface Deprecation {
  /** First day (UTC) on which the route is deprecated: `2026-12-01`. */
  since: string;
  /** Day (UTC) from which the route may be gone. */
  sunset: string;
  /** Replacement: `POST /api/apps/{appId}/builds`. */
  replacement?: string;
}

/** Declaration of a route. Its validation, OpenAPI operation and documentation are derived from it. */
export interface RouteSpec<
  C extends Credential,
  P extends z.ZodObject,
  Q extends z.ZodObject,
  B extends z.ZodType,
  R extends z.ZodType,
> {
  method: Method;
  /** OpenAPI path template: `/api/apps/{appId}/builds`. */
  path: string;
  summary: string;
  /** Set while the route is to be removed. Responses then carry `Deprecation` and `Sunset`. */
  deprecated?: Deprecation;
  credential: C;
  /** Permission that a token needs. Without it, any token is accepted. */
  permission?: Permission;
  /** Refuses users who have not verified their email address. */
  isForVerifiedUsers?: true;
  params?: P;
  query?: Q;
  /** JSON body. `isSigned` leaves validation to `handle`, which verifies the signature of `rawBody` first. */
  body?: { schema: B; limitBytes: number; isSigned?: boolean };
  /** Raw bytes instead of JSON. Neither the deadline nor the concurrency limit covers `handle` then. */
  upload?: UploadRule;
  /** Error codes of the service, in addition to those of every route with this declaration. */
  errors?: readonly ErrorCode[];
  /** True if requests with this query accept an `Idempotency-Key`. */
  acceptsIdempotencyKey?: (query: z.output<Q>) => boolean;
  /** Rate limit; default by credential and method. Null turns off the rate limit and the concurrency limit. */
  limit?: RateLimitName | null;
  status: number;
  otherStatuses?: readonly number[];
  /** True if responses carry an entity tag, so `If-None-Match` gives 304. */
  isConditional?: boolean;
  /** CORS: pages of any origin may read the responses. Only for routes without a credential. */
  isCrossOrigin?: boolean;
  /** Media type of a response that is text. Default: `text/plain`. */
  mediaType?: string;
  otherMediaTypes?: readonly string[];
  /** Cached result of `handle`, for routes that are polled. Their input must depend on the URL alone. */
  findCached?: (input: RouteInput<C, z.output<P>, z.output<Q>, z.output<B>>) => CachedResponse | null;
  /** Response body; `DownloadBody` or `TextDownloadBody` for a download. */
  response: R;
  handle: (
    input: RouteInput<C, z.output<P>, z.output<Q>, z.output<B>>,
  ) => Promise<RouteResult<z.input<R>> | Download>;
}

type UntypedSpec = RouteSpec<Credential, z.ZodObject, z.ZodObject, z.ZodType, z.ZodType>;

/** Declaration without type parameters, for code that handles all routes alike. */
export type AnyRouteSpec = Omit<UntypedSpec, "handle" | "findCached">;

export interface Route {
  method: Method;
  path: string;
  spec: AnyRouteSpec;
  handler: Handler;
}

/**
 * Route from its declaration. Order of checks: size and media type, credential and rate limit, tenant header,
 * permission, query and body, path, then the service. Errors become problem documents; a response that takes longer
 * than `RESPONSE_TIMEOUT_MS` becomes 503.
 */
export function route<
  C extends Credential,
  P extends z.ZodObject = typeof NO_FIELDS,
  Q extends z.ZodObject = typeof NO_FIELDS,
  B extends z.ZodType = z.ZodUndefined,
  R extends z.ZodType = z.ZodType,
>(declaration: RouteSpec<C, P, Q, B, R>): Route {
  const spec = declaration as unknown as UntypedSpec;
  const { method, path, credential, upload } = spec;
  const authorizeAndParse = createRequestReader(spec);
  const deprecation = spec.deprecated && deprecationHeaders(spec.deprecated);

  const handleJson = async (request: Request, requestContext: RequestContext, rawBody: JsonBody) => {
    const { input, idempotencyKey } = await authorizeAndParse(request, requestContext, rawBody);
    const cached = spec.findCached?.(input);
    const response = cached && sendCached(cached, spec.status, request, requestContext.headers);
    return (
      response ?? send(spec, await runService(spec, input, idempotencyKey, request), request, requestContext)
    );
  };
  const handleUpload = async (request: Request, requestContext: RequestContext, rule: UploadRule) => {
    checkUploadHeaders(request, rule);
    const { input } = await withTimeout(
      authorizeAndParse(request, requestContext, NO_BODY),
      RESPONSE_TIMEOUT_MS,
    );
    return send(spec, await spec.handle(input), request, requestContext);
  };
  const handler = withErrorHandling(credential, async (request, requestContext) => {
    Object.assign(requestContext.headers, deprecation);
    if (spec.isCrossOrigin) Object.assign(requestContext.headers, CROSS_ORIGIN_HEADERS);
    if (upload) return handleUpload(request, requestContext, upload);
    const limitBytes = spec.body?.limitBytes ?? UNUSED_BODY_LIMIT_BYTES;
    const rawBody = method === "GET" ? NO_BODY : await readJson(request, limitBytes);
    // The deadline begins after the body: the client determines how fast that arrives.
    return withTimeout(handleJson(request, requestContext, rawBody), RESPONSE_TIMEOUT_MS);
  });
  return { method, path, spec, handler: withMetrics(spec, handler) };
}

export function defaultRateLimit({
  credential,
  method,
}: {
  credential: Credential;
  method: Method;
}): RateLimitName {
  if (credential === "none") return "anonymous";
  if (credential === "build-secret") return "report";
  return method === "GET" ? "read" : "write";
}

/**
 * Headers `Deprecation` (RFC 9745, a structured date) and `Sunset` (RFC 8594, an HTTP date).
 * @throws Error if the route would go less than six months after its announcement
 */
function deprecationHeaders({ since, sunset }: Deprecation): Record<string, string> {
  const [announced, earliest, gone] = [new Date(since), new Date(since), new Date(sunset)];
  earliest.setUTCMonth(earliest.getUTCMonth() + NOTICE_MONTHS);
  if (!(gone >= earliest))
    throw new Error(`sunset ${sunset} is less than ${NOTICE_MONTHS} months after ${since}`);
  return { Deprecation: `@${announced.getTime() / 1_000}`, Sunset: gone.toUTCString() };
}

/** Months between the announcement of a removal and the removal. */
const NOTICE_MONTHS = 6;

/** Response headers of a route that other origins may read, without credentials. */
const CROSS_ORIGIN_HEADERS = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Expose-Headers": "*",
};

const NO_FIELDS = z.object({});
const NO_BODY: JsonBody = { text: "", bytes: new Uint8Array(), json: () => undefined };
const NO_BYTES: AsyncIterable<Uint8Array> = {
  [Symbol.asyncIterator]: () => ({ next: async () => ({ done: true, value: undefined }) }),
};
/** Body limit of routes that declare no body. */
const UNUSED_BODY_LIMIT_BYTES = 16_384;

type UntypedInput = Parameters<UntypedSpec["handle"]>[0];

/** Steps before the service: credential, rate limit, tenant, permission and inputs. */
function createRequestReader(spec: UntypedSpec) {
  const parse = createInputParser(spec);
  const limit = spec.limit === undefined ? defaultRateLimit(spec) : spec.limit;
  return async (request: Request, requestContext: RequestContext, rawBody: JsonBody) => {
    const { requestId } = requestContext;
    const { ctx, rateLimit } = await authenticateRequest(spec.credential, limit, request, requestId);
    requestContext.ctx = ctx;
    if (rateLimit) Object.assign(requestContext.headers, rateLimitHeaders(rateLimit));
    // A session names no tenant: the service derives it from the path.
    if ("tenant" in ctx) {
      requireTenantHeader(request.headers, ctx);
      if (spec.permission) requirePermission(ctx, spec.permission);
      if (spec.isForVerifiedUsers) requireVerifiedEmail(ctx);
    }
    const { params, query, body, idempotencyKey } = parse(request, rawBody);
    const bytes = spec.upload ? readUpload(request, spec.upload) : NO_BYTES;
    const input: UntypedInput = { ctx, params, query, body, rawBody, bytes, headers: request.headers };
    return { input, idempotencyKey };
  };
}

/** Parser of a route's inputs. Routes with `findCached` memoize it by URL. */
function createInputParser(spec: UntypedSpec) {
  const bodySchema = spec.body?.isSigned ? undefined : spec.body?.schema;
  const isKeyed = (query: Record<string, unknown>) => spec.acceptsIdempotencyKey?.(query) ?? false;
  const parse = (url: string, headers: Headers, rawBody: JsonBody) => {
    const { query, body } = parseInputs(url, spec.query ?? NO_FIELDS, bodySchema, rawBody.json, (query) =>
      isKeyed(query) ? idempotencyKeyProblems(headers) : [],
    );
    const idempotencyKey = isKeyed(query) ? headers.get("idempotency-key") : null;
    return { query, body, params: pathParams(spec.params ?? NO_FIELDS, spec.path, url), idempotencyKey };
  };
  const parseUrl = spec.findCached && memoizeByUrl((url) => parse(url, new Headers(), NO_BODY));
  return ({ url, headers }: Request, rawBody: JsonBody) => parseUrl?.(url) ?? parse(url, headers, rawBody);
}

/** Runs the service within the concurrency limit, and once per `Idempotency-Key`. Probes and webhooks skip the limit. */
async function runService(
  spec: UntypedSpec,
  input: UntypedInput,
  idempotencyKey: string | null,
  { url }: Request,
): Promise<RouteResult<unknown> | Download> {
  if (spec.limit === null) return spec.handle(input);
  if (idempotencyKey === null) return withConcurrencyLimit(requestLimit(), () => spec.handle(input));
  // Lower case, since identifiers in a path are case-insensitive.
  const endpoint = `${spec.method} ${requestPath(url).toLowerCase()}`;
  const request = { endpoint, key: idempotencyKey, body: input.rawBody.text };
  return withConcurrencyLimit(requestLimit(), () =>
    withIdempotencyKey(input.ctx as TenantContext, request, spec.status, async (ctx) => {
      const result = await spec.handle({ ...input, ctx });
      if ("open" in result) throw new Error("a download cannot be stored for an Idempotency-Key");
      return result;
    }),
  );
}

const send = (
  spec: UntypedSpec,
  result: RouteResult<unknown> | Download,
  request: Request,
  { headers }: RequestContext,
): Response | Promise<Response> =>
  "open" in result ? sendDownload(result, request, headers) : sendResult(result, spec, request, headers);
