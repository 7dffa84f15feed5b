import "server-only";
import { setTimeout as delay } from "node:timers/promises";
import { createHydrationHelpers } from "@trpc/react-query/rsc";
import { TRPCError } from "@trpc/server";
import { headers } from "next/headers";
import { notFound } from "next/navigation";
import { cache } from "react";
import { getClientAddress } from "@/server/auth/rate-limits/client-address.ts";
import { newId } from "@/server/core/ids.ts";
import { recordRefusal } from "@/server/pages/refusal-status.ts";
import { type AppRouter, createCaller } from "@/server/router.ts";
import { AppError } from "@/shared/errors.ts";
import { makeQueryClient } from "./query-client.ts";
import { findSession } from "./session";

const queryClient = cache(makeQueryClient);

const requestId = async () => (await headers()).get("x-request-id") ?? newId();

// React sends the browser only the digest of a server error, so the digest names the line in the log.
const options: NonNullable<Parameters<typeof createCaller>[1]> = {
  onError: ({ error, ctx }) => {
    Object.assign(error, { digest: ctx?.requestId });
    if (ctx && error.cause instanceof AppError) recordRefusal(ctx.requestId, error.cause);
  },
};

const caller = createCaller(
  async () => ({
    session: await findSession(),
    requestId: await requestId(),
    address: getClientAddress(await headers()),
  }),
  options,
);

/** Anonymous caller, for pages that are the same for every reader: it looks up no session. */
export const publicApi = createCaller(
  async () => ({ session: null, requestId: await requestId(), address: getClientAddress(await headers()) }),
  options,
);

/** `api` calls procedures and prefetches them for the client leaves inside `HydrateClient`. */
export const { trpc: api, HydrateClient } = createHydrationHelpers<AppRouter>(caller, queryClient);

/** Time that a page waits for its prefetched data before it sends a skeleton. */
export const PREFETCH_WAIT_MS = 100;

/**
 * True if the prefetches and all queries of the page succeed within `waitMs`. Then their data is sent with the page; React
 * shows what follows a skeleton in the same response up to 300 ms later.
 */
export async function prefetchSettlesWithin(
  waitMs: number,
  ...prefetches: Promise<void>[]
): Promise<boolean> {
  const isSettled = await settlesWithin(waitMs, Promise.all(prefetches));
  const queries = queryClient().getQueryCache().getAll();
  return isSettled && queries.every(({ state }) => state.status === "success");
}

/** True if a call resolves within `waitMs`. */
export function settlesWithin(waitMs: number, call: Promise<unknown>): Promise<boolean> {
  const settled = call.then(
    () => true,
    () => false,
  );
  return Promise.race([settled, delay(waitMs, false, { ref: false })]);
}

/**
 * Result of a call, or Next's not-found page. Await it before the page sends anything: then the response has status 404.
 * A malformed key in the URL counts as not found.
 */
export async function orNotFound<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof TRPCError && ["NOT_FOUND", "BAD_REQUEST"].includes(error.code)) notFound();
    throw error;
  }
}

/** Result of a call, or null when it exceeds a rate limit; the response then has status 429. */
export const nullIfRateLimited = <T,>(call: Promise<T>): Promise<T | null> =>
  nullOn("TOO_MANY_REQUESTS", call);

/** Result of a call, or null while a service that it needs, such as the object store, is out of reach. */
export const nullIfUnavailable = <T,>(call: Promise<T>): Promise<T | null> =>
  nullOn("SERVICE_UNAVAILABLE", call);

async function nullOn<T>(code: TRPCError["code"], call: Promise<T>): Promise<T | null> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof TRPCError && error.code === code) return null;
    throw error;
  }
}
