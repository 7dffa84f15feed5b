import { initTRPC, TRPCError } from "@trpc/server";
import { z } from "zod";
import { consumeRateLimit } from "@/server/auth/rate-limits/rate-limiter.ts";
import type { Session } from "@/server/auth/sessions/load-session.ts";
import type { SessionChange } from "@/server/auth/sessions/session-cookie.ts";
import type { FindDevice } from "@/server/auth/sign-in/password.ts";
import type { Client } from "@/server/auth/sign-in/sign-in-attempts.ts";
import { enterTenantBySession } from "@/server/auth/tenant-access.ts";
import { requireSuperAdmin } from "@/server/core/authorize.ts";
import { requestLimit, withConcurrencyLimit } from "@/server/core/concurrency-limit.ts";
import { createContext, type UserActor } from "@/server/core/context.ts";
import { RESPONSE_TIMEOUT_MS, withTimeout } from "@/server/core/timeouts.ts";
import {
  AppError,
  type ErrorCode,
  type FieldProblem,
  type RefusalReason,
  sessionExpired,
  toAppError,
  validationFailed,
} from "@/shared/errors.ts";
import { Slug } from "@/shared/text/fields.ts";
import { wireFormat } from "@/shared/wire-format.ts";
import { logServerError } from "../error-boundary.ts";
import { fieldProblems } from "../parse-input.ts";
import { EVENT_STREAM_PING_INTERVAL_MS, EVENT_STREAM_SILENCE_MS } from "./event-streams.ts";

export interface TrpcContext {
  /** Session from the cookie, not yet checked against the database. */
  session: Session | null;
  requestId: string;
  /** Client address, for rate limits. */
  address?: string | undefined;
  /** True if each call counts against the rate limits: for calls of browsers, not of pages during rendering. */
  isLimited?: boolean | undefined;
  /** Continues this session with other claims, such as the version that ended all others. Absent while a page renders. */
  renewSession?: ((changes: SessionChange) => Promise<void>) | undefined;
  /** Secret of a sign-in that waits for its second step. */
  secondStep?: string | null | undefined;
  /** Device cookie of the browser for an account, for its rate limits. */
  deviceOf?: FindDevice | undefined;
}

/** Error data for the client, in addition to the message. */
export interface TrpcErrorData {
  appCode: ErrorCode;
  problems: FieldProblem[];
  requestId: string | null;
  /** Remedy of a refused user. */
  reason: RefusalReason | null;
}

const t = initTRPC.context<TrpcContext>().create({
  transformer: wireFormat,
  sse: {
    ping: { enabled: true, intervalMs: EVENT_STREAM_PING_INTERVAL_MS },
    client: { reconnectAfterInactivityMs: EVENT_STREAM_SILENCE_MS },
  },
  errorFormatter: ({ shape, error, ctx }) => {
    const appError = toKnownError(error);
    const data: TrpcErrorData = {
      appCode: appError.code,
      problems: appError.problems ?? [],
      requestId: ctx?.requestId ?? null,
      reason: appError.reason ?? null,
    };
    const { stack: _, ...safe } = shape.data;
    return { ...shape, message: appError.message, data: { ...safe, ...data } };
  },
});

export const { router, mergeRouters, createCallerFactory } = t;

/** Throws an error as a `TRPCError`. Server errors are logged with `fields`. */
export function throwTrpcError(thrown: unknown, fields: { requestId: string; path?: string }): never {
  const error = toAppError(thrown);
  logServerError(error, fields);
  throw new TRPCError({ code: error.kind, message: error.message, cause: error });
}

/** Base procedure: error mapping, deadline and concurrency limit. Subscriptions have neither limit nor deadline. */
const baseProcedure = t.procedure.use(async ({ next, ctx, path, type }) => {
  const { requestId } = ctx;
  if (ctx.isLimited)
    await countCall(ctx, type).catch((thrown: unknown) => throwTrpcError(thrown, { requestId, path }));
  const result = await (type === "subscription"
    ? next()
    : withTimeout(
        withConcurrencyLimit(requestLimit(), () => next()),
        RESPONSE_TIMEOUT_MS,
      ).catch((thrown: unknown) => throwTrpcError(thrown, { requestId, path })));
  if (result.ok) return result;
  // tRPC's own errors (unknown procedure, invalid input) have the right code already.
  return result.error.code === "INTERNAL_SERVER_ERROR"
    ? throwTrpcError(result.error.cause ?? result.error, { requestId, path })
    : result;
});

/** Procedure without a session. `ctx` has platform scope, so it must return public data only. */
export const publicProcedure = baseProcedure.use(({ ctx, next }) =>
  next({
    ctx: { ...createContext({ kind: "system", name: "public" }, ctx.requestId), ...clientAddress(ctx) },
  }),
);

export const userProcedure = baseProcedure.use(async ({ ctx, next }) =>
  next({ ctx: { ...createContext(await requireSessionUser(ctx), ctx.requestId), ...clientAddress(ctx) } }),
);

/** Procedure of a signed-in user, even of a Super Admin who must first set up a second factor. */
export const enrolleeProcedure = baseProcedure.use(async ({ ctx, next }) => {
  const user = await ctx.session?.enrollee();
  if (!user) throw sessionExpired();
  return next({ ctx: { ...createContext(user, ctx.requestId), ...clientAddress(ctx) } });
});

/** Procedure of a tenant's members. `tenant` is the slug. */
export const tenantProcedure = baseProcedure
  .input(z.object({ tenant: Slug }))
  .use(async ({ ctx, input, next }) => {
    if (!ctx.session) throw sessionExpired();
    return next({ ctx: await enterTenantBySession(ctx.session, input.tenant, ctx.requestId) });
  });

export const adminProcedure = baseProcedure.use(async ({ ctx, next }) =>
  next({ ctx: requireSuperAdmin(createContext(await requireSessionUser(ctx), ctx.requestId)) }),
);

/** Counts a call by user, or by address without a session. @throws AppError `RATE_LIMITED` */
async function countCall({ session, address = "unknown" }: TrpcContext, type: ProcedureType): Promise<void> {
  if (!session) await consumeRateLimit("trpc-anonymous", address);
  else await consumeRateLimit(type === "mutation" ? "trpc-mutation" : "trpc-query", session.userId);
}

type ProcedureType = "query" | "mutation" | "subscription";

const clientAddress = ({ address = "unknown" }: TrpcContext) => ({ address });

async function requireSessionUser({ session }: TrpcContext): Promise<UserActor> {
  const user = await session?.owner();
  if (!user) throw sessionExpired();
  return user;
}

function toKnownError(error: TRPCError): AppError {
  if (error.cause instanceof AppError) return error.cause;
  if (error.cause instanceof z.ZodError) {
    return validationFailed(fieldProblems(error.cause));
  }
  if (error.code === "NOT_FOUND") return new AppError("NOT_FOUND", "Procedure not found.");
  return error.code === "INTERNAL_SERVER_ERROR"
    ? toAppError(error.cause)
    : new AppError("VALIDATION_FAILED", "The request is malformed.");
}

/** Browser of a signed-in user, for the limits of passwords. */
export const clientOf = async ({
  actor,
  address,
  deviceOf,
}: Pick<TrpcContext, "deviceOf"> & { actor: UserActor; address: string }): Promise<Client> => ({
  address,
  device: (await deviceOf?.(actor.userId)) ?? null,
});
