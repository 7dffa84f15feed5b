import { fetchRequestHandler } from "@trpc/server/adapters/fetch";
import { addressOf } from "./client-address.ts";
import { type Door, doorOf } from "./door.ts";
import type { Handler } from "./http.ts";
import { requestIdOf } from "./problem.ts";
import { appRouter } from "./router.ts";
import { refuseForeignRequest } from "./same-origin.ts";
import { findRequestUser } from "./session-cookie.ts";
import { withWholeBody } from "./whole-body.ts";

/** Where the dashboards' calls go; the last part names the procedures of a batch. */
export const TRPC_PATH = "/api/trpc/{trpc}";

const LONGEST_BATCH = 10;
/** As much as ten of the largest forms. */
const LARGEST_BODY_BYTES = 2_097_152;

const answer: Handler = async (request) => {
  const response = await fetchRequestHandler({
    endpoint: "/api/trpc",
    req: request,
    router: appRouter,
    createContext: async () => ({
      user: await findRequestUser(request.headers),
      requestId: requestIdOf(request.headers),
      address: addressOf(request.headers),
    }),
    maxBatchSize: LONGEST_BATCH,
  });
  response.headers.set("X-Content-Type-Options", "nosniff");
  return response;
};

const take: Handler = async (request) =>
  refuseForeignRequest(request) ??
  withWholeBody(request, LARGEST_BODY_BYTES, (body) => {
    const { url, method, headers, signal } = request;
    return answer(new Request(url, { method, headers, body, signal }));
  });

/** What the pages ask and send by tRPC: queries and subscriptions by `GET`, changes by `POST`. */
export const TRPC: Door = doorOf({ GET: answer, POST: take });
