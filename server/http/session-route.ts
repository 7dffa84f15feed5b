import { Readable } from "node:stream";
import type { z } from "zod";
import { databaseNow } from "@/db/clock.ts";
import { consumeRateLimit, type RateLimitName } from "@/server/auth/rate-limits/rate-limiter.ts";
import { findRequestUser } from "@/server/auth/sessions/session-cookie.ts";
import { createContext, type TenantContext, type UserActor } from "@/server/core/context.ts";
import { AppError, sessionExpired, toAppError, validationFailed } from "@/shared/errors.ts";
import { isCrossOrigin } from "../auth/same-origin.ts";
import { enterTenantBySlug } from "../auth/tenant-access.ts";
import { logServerError } from "./error-boundary.ts";
import { fieldProblems } from "./parse-input.ts";
import { problemResponse, requestIdOf } from "./problem.ts";
import { checkUploadHeaders, readUpload, type UploadRule } from "./upload.ts";

interface SessionInput {
  user: UserActor | null;
  requestId: string;
}

/**
 * Route of a page for bytes, which tRPC cannot carry. It authenticates by session instead of token; errors become
 * problem documents, as in REST.
 */
export function sessionRoute(
  handle: (request: Request, input: SessionInput) => Promise<Response>,
): (request: Request) => Promise<Response> {
  return async (request) => {
    const requestId = requestIdOf(request.headers);
    try {
      const response = await handle(request, { user: await findRequestUser(request.headers), requestId });
      response.headers.set("X-Request-Id", requestId);
      response.headers.set("X-Content-Type-Options", "nosniff");
      return response;
    } catch (thrown) {
      const error = toAppError(thrown);
      logServerError(error, { requestId });
      return problemResponse(error, requestId, { headers: { "X-Content-Type-Options": "nosniff" } });
    }
  };
}

/**
 * Upload route of a tenant's pages. Headers are checked before the body is read; the body is a stream.
 * @param rule bounds of the upload, and the rate limit that it counts against
 * @param tenant slug
 */
export function sessionUploadRoute(
  rule: UploadRule & { limit: RateLimitName },
  tenant: string,
  store: (ctx: TenantContext<UserActor>, bytes: AsyncIterable<Uint8Array>) => Promise<Response>,
): (request: Request) => Promise<Response> {
  return sessionRoute(async (request, input) => {
    checkUploadHeaders(request, rule);
    const user = await requireUploader(request, input, rule.limit);
    const ctx = await enterTenantBySlug(createContext(user, input.requestId), user.userId, tenant);
    return store(ctx, readUpload(request, rule));
  });
}

/**
 * Signed-in user of an upload, counted against its rate limit. Only pages of this origin may upload: browsers
 * preflight these media types, and `Origin` is checked here.
 * @throws AppError `PERMISSION_DENIED`, `UNAUTHENTICATED`, `RATE_LIMITED`
 */
async function requireUploader(
  { headers }: Request,
  { user }: SessionInput,
  limit: RateLimitName,
): Promise<UserActor> {
  if (headers.get("origin") === null || isCrossOrigin(headers))
    throw new AppError("PERMISSION_DENIED", "Cross-origin requests are not allowed.");
  if (!user) throw sessionExpired();
  await consumeRateLimit(limit, user.userId);
  return user;
}

const MEDIA_TYPES = { csv: "text/csv; charset=utf-8; header=present", jsonl: "application/jsonl" };

/**
 * Route of a signed-in user that sends a file as a stream, with the parameters of the URL as input.
 * @param open checks access and returns the file; it throws before the first piece
 */
export const exportRoute = <Input extends z.ZodType<{ format: keyof typeof MEDIA_TYPES }>>(
  schema: Input,
  open: (
    user: UserActor,
    requestId: string,
    input: z.output<Input>,
  ) => Promise<{ name: string; pieces: AsyncGenerator<string> }>,
) =>
  sessionRoute(async (request, { user, requestId }) => {
    if (!user) throw sessionExpired();
    await consumeRateLimit("export", user.userId);
    const input = schema.safeParse(Object.fromEntries(new URL(request.url).searchParams));
    if (!input.success) throw validationFailed(fieldProblems(input.error));
    const { name, pieces } = await open(user, requestId, input.data);
    const { format } = input.data;
    const day = databaseNow().toISOString().slice(0, 10);
    return new Response(
      Readable.toWeb(Readable.from(pieces, { highWaterMark: 1 })) as ReadableStream<Uint8Array>,
      {
        headers: {
          "Content-Type": MEDIA_TYPES[format],
          "Content-Disposition": `attachment; filename="${name}-${day}.${format}"`,
          "Cache-Control": "private, no-store",
        },
      },
    );
  });
