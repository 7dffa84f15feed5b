"use client";

import { httpBatchLink, httpSubscriptionLink, splitLink, type TRPCLink } from "@trpc/client";
import { createTRPCNext } from "@trpc/next";
import type { inferRouterOutputs } from "@trpc/server";
import { observable } from "@trpc/server/observable";
import type { ComponentType, ReactNode } from "react";
import type { AppRouter } from "@/server/router.ts";
import { MAX_CALLS_PER_REQUEST } from "@/shared/bounds.ts";
import { wireFormat } from "@/shared/wire-format.ts";
import { RefreshStalePrefetch } from "../_ui/page/prefetched-pages";
import { readProblem } from "./problem.ts";
import { getQueryClient } from "./query-client.ts";
import { askToConfirm } from "./reauthentication.ts";
import { reconnectLink } from "./reconnect-link.ts";

export type RouterOutputs = inferRouterOutputs<AppRouter>;

const url = "/api/trpc";

/** Repeats a call that needs a recent authentication, once the user has confirmed who they are. */
const confirmLink: TRPCLink<AppRouter> =
  () =>
  ({ next, op }) =>
    observable((observer) => {
      const send = () =>
        next(op).subscribe({
          ...observer,
          error: async (error) => {
            const isRefused = readProblem(error).reason === "REAUTHENTICATE";
            if (isRefused && (await askToConfirm())) subscription = send();
            else observer.error(error);
          },
        });
      let subscription = send();
      return () => subscription.unsubscribe();
    });

/** Typed hooks of every procedure. */
export const trpc = createTRPCNext<AppRouter>({
  transformer: wireFormat,
  config: () => ({
    queryClient: getQueryClient(),
    links: [
      confirmLink,
      splitLink({
        condition: (operation) => operation.type === "subscription",
        true: [reconnectLink, httpSubscriptionLink({ url, transformer: wireFormat })],
        false: httpBatchLink({ url, transformer: wireFormat, maxItems: MAX_CALLS_PER_REQUEST }),
      }),
    ],
  }),
});

function PassThrough({ children }: { children?: ReactNode }) {
  return children;
}

/** Context of the `trpc` hooks. */
export const TrpcProvider = trpc.withTRPC(PassThrough) as unknown as ComponentType<{ children: ReactNode }>;

/** `RefreshStalePrefetch` for the dashboards, whose pages keep their data in queries. */
export function RefreshStaleQueries() {
  const utils = trpc.useUtils();
  return <RefreshStalePrefetch onStale={() => void utils.invalidate()} />;
}
