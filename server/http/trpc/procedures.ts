import { initTRPC, TRPCError } from "@trpc/server";
import superjson from "superjson";
import { z } from "zod";
import type { Session } from "../../auth/sessions.ts";
import { enterTenantBySession } from "../../auth/tenant-access.ts";
import { requireSuperAdmin } from "../../platform/authorize.ts";
import { createContext, type UserActor } from "../../platform/context.ts";
import {
  AppError,
  type ErrorCode,
  type FieldProblem,
  toAppError,
  unauthenticated,
} from "../../platform/errors.ts";
import { Slug } from "../../platform/fields.ts";
import { log } from "../../platform/log.ts";
import { RESPONSE_TIMEOUT_MS, withTimeout } from "../../platform/timeouts.ts";
import { withConcurrencyLimit } from "../concurrency-limit.ts";
import { fieldProblems } from "../parse-input.ts";

/** What the tRPC door knows of a request. */
export interface TrpcContext {
  /** What it was sent with; nobody has looked yet whether it is still good. */
  session: Session | null;
  requestId: string;
  /** Where the request came from, for limits; unknown to calls that no request made. */
  address?: string | undefined;
}

/** What a client learns of an error beside its message. */
export interface TrpcErrorData {
  appCode: ErrorCode;
  problems: FieldProblem[];
  requestId: string | null;
}

const t = initTRPC.context<TrpcContext>().create({
  transformer: superjson,
  errorFormatter: ({ shape, error, ctx }) => {
    const known = knownError(error);
    const data: TrpcErrorData = {
      appCode: known.code,
      problems: known.problems ?? [],
      requestId: ctx?.requestId ?? null,
    };
    const { stack: _, ...safe } = shape.data;
    return { ...shape, message: known.message, data: { ...safe, ...data } };
  },
});

export const { router, mergeRouters, createCallerFactory } = t;

/** The house's errors as tRPC's. What is wrong on our side stands in the log with `facts`. */
export function refuse(thrown: unknown, facts: { requestId: string; path?: string }): never {
  const error = toAppError(thrown);
  if (error.kind === "INTERNAL_SERVER_ERROR" || error.kind === "SERVICE_UNAVAILABLE") {
    log().error({ ...facts, err: error.cause ?? error }, error.code);
  }
  throw new TRPCError({ code: error.kind, message: error.message, cause: error });
}

/** Where whatever a call throws becomes tRPC's, and where a call that takes too long becomes an error. */
const translated = t.procedure.use(async ({ next, ctx, path, type }) => {
  const { requestId } = ctx;
  const result = await (type === "subscription"
    ? next()
    : withTimeout(
        withConcurrencyLimit(() => next()),
        RESPONSE_TIMEOUT_MS,
      ).catch((thrown: unknown) => refuse(thrown, { requestId, path })));
  if (result.ok) return result;
  // tRPC's own refusals (no such procedure, bad input) carry the right code already.
  return result.error.code === "INTERNAL_SERVER_ERROR"
    ? refuse(result.error.cause ?? result.error, { requestId, path })
    : result;
});

/** For everybody. `ctx` acts for the platform, so such a procedure gives out only what is public. */
export const publicProcedure = translated.use(({ ctx, next }) =>
  next({ ctx: { ...createContext({ kind: "system", name: "public" }, ctx.requestId), ...cameFrom(ctx) } }),
);

/** For whoever is signed in, about themselves. */
export const userProcedure = translated.use(async ({ ctx, next }) =>
  next({ ctx: { ...createContext(await signedIn(ctx), ctx.requestId), ...cameFrom(ctx) } }),
);

/** For members of the tenant that `tenant` names by its slug. */
export const tenantProcedure = translated
  .input(z.object({ tenant: Slug }))
  .use(async ({ ctx, input, next }) => {
    if (!ctx.session) throw unauthenticated();
    return next({ ctx: await enterTenantBySession(ctx.session, input.tenant, ctx.requestId) });
  });

/** For Super Admins. */
export const adminProcedure = translated.use(async ({ ctx, next }) =>
  next({ ctx: requireSuperAdmin(createContext(await signedIn(ctx), ctx.requestId)) }),
);

const cameFrom = ({ address = "unknown" }: TrpcContext) => ({ address });

async function signedIn({ session }: TrpcContext): Promise<UserActor> {
  const user = await session?.owner();
  if (!user) throw unauthenticated();
  return user;
}

function knownError(error: TRPCError): AppError {
  if (error.cause instanceof AppError) return error.cause;
  if (error.cause instanceof z.ZodError) {
    return new AppError("VALIDATION_FAILED", "One or more fields break a rule.", {
      problems: fieldProblems(error.cause),
    });
  }
  if (error.code === "NOT_FOUND") return new AppError("NOT_FOUND", "There is no such procedure.");
  return error.code === "INTERNAL_SERVER_ERROR"
    ? toAppError(error.cause)
    : new AppError("VALIDATION_FAILED", "The request cannot be understood.");
}
