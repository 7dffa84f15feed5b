"use client";

import type { QueryClient } from "@tanstack/react-query";
import { httpBatchLink, httpSubscriptionLink, splitLink } from "@trpc/client";
import { createTRPCNext } from "@trpc/next";
import type { inferRouterOutputs } from "@trpc/server";
import type { ComponentType, ReactNode } from "react";
import superjson from "superjson";
import type { AppRouter } from "@/server/router.ts";
import { makeQueryClient } from "./query-client.ts";

export type RouterOutputs = inferRouterOutputs<AppRouter>;

const MAX_BATCH_SIZE = 10;

let browserQueryClient: QueryClient | undefined;

/** One client per page in the browser, and one per request while the server renders. */
function queryClientOfPage(): QueryClient {
  if (typeof window === "undefined") return makeQueryClient();
  browserQueryClient ??= makeQueryClient();
  return browserQueryClient;
}

const url = "/api/trpc";

/** The typed hooks of every procedure. */
export const trpc = createTRPCNext<AppRouter>({
  transformer: superjson,
  config: () => ({
    queryClient: queryClientOfPage(),
    links: [
      splitLink({
        condition: (operation) => operation.type === "subscription",
        true: httpSubscriptionLink({ url, transformer: superjson }),
        false: httpBatchLink({ url, transformer: superjson, maxItems: MAX_BATCH_SIZE }),
      }),
    ],
  }),
});

function PassThrough({ children }: { children?: ReactNode }) {
  return children;
}

/** Gives everything below it the hooks of `trpc`. */
export const TrpcProvider = trpc.withTRPC(PassThrough) as unknown as ComponentType<{ children: ReactNode }>;
