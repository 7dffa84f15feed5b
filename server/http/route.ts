import { z } from "zod";
import type { Permission } from "@/db/schema/vocabulary.ts";
import { authenticateRequest, type Credential, requireTenantHeader } from "../auth/credentials.ts";
import type { RateLimitName } from "../auth/rate-limiter.ts";
import { rateLimitHeaders } from "../auth/rate-limiter.ts";
import { requirePermission } from "../platform/authorize.ts";
import type { Context, TenantContext } from "../platform/context.ts";
import type { ErrorCode } from "../platform/errors.ts";
import { withMetrics } from "../platform/metrics.ts";
import { RESPONSE_TIMEOUT_MS, withTimeout } from "../platform/timeouts.ts";
import type { Download } from "../storage/object-store.ts";
import { type JsonBody, readJson } from "./body.ts";
import { withConcurrencyLimit } from "./concurrency-limit.ts";
import { sendDownload } from "./download.ts";
import { matchesEntityTag, weakEntityTag } from "./entity-tag.ts";
import { type RequestContext, withErrorHandling } from "./error-boundary.ts";
import { idempotencyKeyProblems, withIdempotencyKey } from "./idempotency.ts";
import { memoizeByUrl, parseInputs, pathParams, requestPath } from "./parse-input.ts";
import { checkUploadHeaders, readUpload, type UploadRule } from "./upload.ts";

/** A REST handler as both doors know it. */
export type Handler = (request: Request) => Promise<Response>;

export type Method = "GET" | "POST" | "PUT";

/** What a route answers with; `status` stands where it differs from the route's own. A 204 has no body. */
export type Answer<R> =
  | JsonAnswer<R>
  | {
      status: 204;
      body?: undefined;
      headers?: Record<string, string>;
      text?: undefined;
      onTagged?: undefined;
    };

interface JsonAnswer<R> {
  body: R;
  status?: number;
  headers?: Record<string, string>;
  /** Sent as it is, instead of the body as JSON, with the media type that `headers` name. */
  text?: string;
  /** Told the entity tag of a conditional route's answer, and the answer as JSON. */
  onTagged?: (tag: string, json: string) => void;
}

/** An answer that was given before and still holds; of some only the tag is kept. */
interface CachedResponse {
  tag: string;
  json: () => string | null;
  headers: Record<string, string>;
}

/** What a route's `handle` is given once every check before it has passed. */
export interface Call<C extends Credential, P, Q, B> {
  ctx: C extends "token" ? TenantContext : Context;
  params: P;
  query: Q;
  body: B;
  /** The whole body as it came, where the route takes JSON. */
  sent: JsonBody;
  /** The body as it arrives, where the route takes an upload. */
  bytes: AsyncIterable<Uint8Array>;
  headers: Headers;
}

/** The declaration of one route. */
export interface RouteSpec<
  C extends Credential,
  P extends z.ZodObject,
  Q extends z.ZodObject,
  B extends z.ZodType,
  R extends z.ZodType,
> {
  method: Method;
  /** In OpenAPI's form: `/api/apps/{appId}/builds`. */
  path: string;
  summary: string;
  credential: C;
  /** What a token must permit; left out where any token will do. */
  permission?: Permission;
  params?: P;
  query?: Q;
  /** A signed body is handed on as `sent`: what it says is judged only once its sender is known. */
  body?: { schema: B; limitBytes: number; isSigned?: boolean };
  /** Raw bytes instead of JSON. Such a route bounds its own work, since its body may take its time. */
  upload?: UploadRule;
  /** What its service may refuse, beside what every route of its kind refuses. */
  refuses?: readonly ErrorCode[];
  /** Whether an `Idempotency-Key` is honoured for a request with this query. */
  honoursKey?: (query: z.output<Q>) => boolean;
  /** The limit that requests count against, where it is not the usual one of the credential; null for none. */
  limit?: RateLimitName | null;
  /** The status of success, and others that are one too. */
  status: number;
  alsoSucceeds?: readonly number[];
  /** Whether its answers carry an entity tag and `If-None-Match` may be answered with 304. */
  isConditional?: boolean;
  /** For what is polled by its address alone: what `handle` would answer, where that is known. */
  recall?: (call: Call<C, z.output<P>, z.output<Q>, z.output<B>>) => CachedResponse | null;
  /** `DownloadBody` where it answers with a download. */
  response: R;
  handle: (call: Call<C, z.output<P>, z.output<Q>, z.output<B>>) => Promise<Answer<z.input<R>> | Download>;
}

/** A declaration whose schemas are of no particular kind, for whoever documents or tests all routes. */
export type AnyRouteSpec = Omit<
  RouteSpec<Credential, z.ZodObject, z.ZodObject, z.ZodType, z.ZodType>,
  "handle" | "recall"
>;

export interface Route {
  method: Method;
  path: string;
  spec: AnyRouteSpec;
  handler: Handler;
}

const NO_FIELDS = z.object({});
const NO_BODY: JsonBody = { text: "", bytes: new Uint8Array(), json: () => undefined };
const NO_BYTES: AsyncIterable<Uint8Array> = {
  [Symbol.asyncIterator]: () => ({ next: async () => ({ done: true, value: undefined }) }),
};
/** The limit of a body that nobody reads. */
const OTHER_BODIES_BYTES = 16_384;

/**
 * Makes a route of its declaration. The order of checks is: size and media type, credential, tenant header,
 * permission, fields of query and body, and then what the service itself refuses. Whatever is thrown becomes a problem
 * document; an answer that takes longer than the deadline becomes 503.
 */
export function route<
  C extends Credential,
  P extends z.ZodObject = typeof NO_FIELDS,
  Q extends z.ZodObject = typeof NO_FIELDS,
  B extends z.ZodType = z.ZodUndefined,
  R extends z.ZodType = z.ZodType,
>(spec: RouteSpec<C, P, Q, B, R>): Route {
  const read = (url: string, headers = new Headers(), sent = NO_BODY) => {
    const schema = spec.body?.isSigned ? undefined : spec.body?.schema;
    const isKeyed = (query: object) => spec.honoursKey?.(query as z.output<Q>) ?? false;
    const inputs = parseInputs(url, spec.query ?? NO_FIELDS, schema, sent.json, (query) =>
      isKeyed(query) ? idempotencyKeyProblems(headers) : [],
    );
    const key = isKeyed(inputs.query) ? headers.get("idempotency-key") : null;
    return { ...inputs, params: pathParams(spec.params ?? NO_FIELDS, spec.path, url), key };
  };
  const readPolled = spec.recall && memoizeByUrl((url) => read(url));
  const enter = async (request: Request, exchange: RequestContext, sent?: JsonBody) => {
    const limit = spec.limit === undefined ? defaultRateLimit(spec) : spec.limit;
    const { ctx, rateLimit } = await authenticateRequest(spec.credential, limit, request, exchange.requestId);
    exchange.ctx = ctx;
    if (rateLimit) Object.assign(exchange.headers, rateLimitHeaders(rateLimit));
    // A person's session names no tenant; the service finds out in which one it acts.
    if ("tenant" in ctx) {
      requireTenantHeader(request.headers, ctx);
      if (spec.permission) requirePermission(ctx, spec.permission);
    }
    const inputs = readPolled?.(request.url) ?? read(request.url, request.headers, sent);
    const call: Call<C, z.output<P>, z.output<Q>, z.output<B>> = {
      ctx: ctx as Call<C, never, never, never>["ctx"],
      params: inputs.params as z.output<P>,
      query: inputs.query as z.output<Q>,
      body: inputs.body as z.output<B>,
      sent: sent ?? NO_BODY,
      bytes: spec.upload ? readUpload(request, spec.upload) : NO_BYTES,
      headers: request.headers,
    };
    return { call, key: inputs.key };
  };
  const answer = async (request: Request, exchange: RequestContext, sent?: JsonBody): Promise<Response> => {
    const { call, key } = await enter(request, exchange, sent);
    const known = spec.recall?.(call);
    const again = known && replayResponse(known, spec.status, request, exchange);
    if (again) return again;
    // Whether a process is well is told out of turn, and payment providers are heard.
    if (spec.limit === null) return respond(await spec.handle(call), spec, request, exchange);
    if (key === null)
      return respond(await withConcurrencyLimit(() => spec.handle(call)), spec, request, exchange);
    // In lower case, since the identifiers in a path mean the same in either.
    const endpoint = `${spec.method} ${requestPath(request.url).toLowerCase()}`;
    const keyed = { endpoint, key, body: sent?.text ?? "" };
    const once = (joined: Context) => spec.handle({ ...call, ctx: joined as typeof call.ctx }).then(asJson);
    const answered = await withConcurrencyLimit(() =>
      withIdempotencyKey(call.ctx as TenantContext, keyed, spec.status, once),
    );
    return respond(answered, spec, request, exchange);
  };
  const takeUpload = async (
    request: Request,
    exchange: RequestContext,
    rule: UploadRule,
  ): Promise<Response> => {
    checkUploadHeaders(request, rule);
    const { call } = await withTimeout(enter(request, exchange), RESPONSE_TIMEOUT_MS);
    return respond(await spec.handle(call), spec, request, exchange);
  };
  const { method, path, credential, upload } = spec;
  const limitBytes = spec.body?.limitBytes ?? OTHER_BODIES_BYTES;
  const handler = withErrorHandling(credential, async (request, exchange) => {
    if (upload) return takeUpload(request, exchange, upload);
    const sent = method === "GET" ? undefined : await readJson(request, limitBytes);
    // How fast a body arrives is up to its sender; the deadline is for what happens here.
    return withTimeout(answer(request, exchange, sent), RESPONSE_TIMEOUT_MS);
  });
  return { method, path, spec: spec as unknown as AnyRouteSpec, handler: withMetrics(spec, handler) };
}

function asJson<R>(answer: Answer<R> | Download): Answer<R> {
  if ("open" in answer) throw new Error("a download is not kept for an Idempotency-Key");
  return answer;
}

/** What requests count against where the route names no limit of its own. */
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

async function respond<R>(
  answer: Answer<R> | Download,
  { status: usual, isConditional }: { status: number; isConditional?: boolean },
  asked: Request,
  exchange: RequestContext,
): Promise<Response> {
  if ("open" in answer) return sendDownload(answer, asked, exchange.headers);
  const { body, status = usual } = answer;
  const headers = { ...answer.headers, ...exchange.headers };
  if (status === 204) return new Response(null, { status, headers });
  if (answer.text !== undefined) return new Response(answer.text, { status, headers });
  const json = JSON.stringify(body);
  if (!isConditional) return jsonResponse(json, status, headers);
  const tag = weakEntityTag(json);
  answer.onTagged?.(tag, json);
  const tagged = { ...headers, ETag: tag };
  return matchesEntityTag(asked.headers.get("if-none-match"), tag)
    ? notModified(tagged)
    : jsonResponse(json, status, tagged);
}

/** What was answered before, where enough of it is kept. */
function replayResponse(
  { tag, json, headers }: CachedResponse,
  status: number,
  asked: Request,
  exchange: RequestContext,
): Response | null {
  const isNamed = matchesEntityTag(asked.headers.get("if-none-match"), tag);
  const text = isNamed ? null : json();
  if (!isNamed && text === null) return null;
  const tagged = Object.assign(exchange.headers, headers, { ETag: tag });
  return text === null ? notModified(tagged) : jsonResponse(text, status, tagged);
}

const jsonResponse = (json: string, status: number, headers: Record<string, string>): Response =>
  new Response(json, { status, headers: { "Content-Type": "application/json", ...headers } });

const notModified = (headers: Record<string, string>): Response =>
  new Response(null, { status: 304, headers });
