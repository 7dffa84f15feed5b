import "server-only";

import { setTimeout as delay } from "node:timers/promises";
import { createHydrationHelpers } from "@trpc/react-query/rsc";
import { TRPCError } from "@trpc/server";
import { headers } from "next/headers";
import { notFound } from "next/navigation";
import { cache } from "react";
import { getClientAddress } from "@/server/auth/client-address.ts";
import { findRequestSession } from "@/server/auth/session-cookie.ts";
import { takeSession } from "@/server/pages/page-gate.ts";
import { recordRefusal } from "@/server/pages/refusal-status.ts";
import { AppError } from "@/server/platform/errors.ts";
import { newId } from "@/server/platform/ids.ts";
import { type AppRouter, createCaller } from "@/server/router.ts";
import { makeQueryClient } from "./query-client.ts";

const session = cache(async () => {
  const given = await headers();
  return takeSession(given) ?? (await findRequestSession(given));
});

/** The signed-in person of this request, looked up once. */
export const currentUser = async () => (await session())?.owner() ?? null;

/** The tenants that the signed-in person is a member of, the one used last first. */
export const currentMemberships = async () => (await session())?.memberships() ?? [];

const queryClient = cache(makeQueryClient);

const requestId = async () => (await headers()).get("x-request-id") ?? newId();

// React sends the browser nothing of a server's error but its digest, so that names the line in the log.
const options: NonNullable<Parameters<typeof createCaller>[1]> = {
  onError: ({ error, ctx }) => {
    Object.assign(error, { digest: ctx?.requestId });
    if (ctx && error.cause instanceof AppError) recordRefusal(ctx.requestId, error.cause);
  },
};

const caller = createCaller(
  async () => ({
    session: await session(),
    requestId: await requestId(),
    address: getClientAddress(await headers()),
  }),
  options,
);

/** Calls for pages that are the same for everybody: nobody is looked up for them. */
export const publicApi = createCaller(
  async () => ({ session: null, requestId: await requestId(), address: getClientAddress(await headers()) }),
  options,
);

/** `api` calls procedures and prefetches them for the client leaves inside `HydrateClient`. */
export const { trpc: api, HydrateClient } = createHydrationHelpers<AppRouter>(caller, queryClient);

const BLINK_MS = 100;

/**
 * Waits a blink for what was prefetched. When all of it is there it can come with the page itself: what follows a
 * skeleton in the same answer is shown by React up to 300 ms after it.
 */
export async function isThereSoon(...prefetched: Promise<void>[]): Promise<boolean> {
  const hasEnded = await endsSoon(Promise.all(prefetched));
  const queries = queryClient().getQueryCache().getAll();
  return hasEnded && queries.every(({ state }) => state.status === "success");
}

/** Waits a blink for a call, and tells whether it has ended well. */
export function endsSoon(call: Promise<unknown>): Promise<boolean> {
  const ending = call.then(
    () => true,
    () => false,
  );
  return Promise.race([ending, delay(BLINK_MS, false, { ref: false })]);
}

/**
 * What a call gives, or the page for what does not exist. Awaited before a page sends anything, it makes the answer a
 * true 404; malformed keys in the address count as naming nothing.
 */
export async function orNotFound<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof TRPCError && ["NOT_FOUND", "BAD_REQUEST"].includes(error.code)) notFound();
    throw error;
  }
}

/** What a call gives, or null where it was asked for too often; the status of the page then says so by itself. */
export async function unlessLimited<T>(call: Promise<T>): Promise<T | null> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof TRPCError && error.code === "TOO_MANY_REQUESTS") return null;
    throw error;
  }
}
