import { fetchRequestHandler } from "@trpc/server/adapters/fetch";
import { addressOf } from "../../auth/client-address.ts";
import { refuseForeignRequest } from "../../auth/same-origin.ts";
import { findRequestSession } from "../../auth/session-cookie.ts";
import { appRouter } from "../../router.ts";
import { refuseUnreadable } from "../malformed-requests.ts";
import { type Door, doorOf } from "../methods.ts";
import { isDecodable, requestPath } from "../parse-input.ts";
import { requestIdOf } from "../problem.ts";
import type { Handler } from "../route.ts";
import { withWholeBody } from "../whole-body.ts";

/** Where the dashboards' calls go; the last part names the procedures of a batch. */
export const TRPC_PATH = "/api/trpc/{trpc}";

const LONGEST_BATCH = 10;
/** As much as ten of the largest forms. */
const LARGEST_BODY_BYTES = 2_097_152;

const answer: Handler = (request) =>
  fetchRequestHandler({
    endpoint: "/api/trpc",
    req: request,
    router: appRouter,
    createContext: async () => ({
      session: await findRequestSession(request.headers),
      requestId: requestIdOf(request.headers),
      address: addressOf(request.headers),
    }),
    maxBatchSize: LONGEST_BATCH,
  });

const take: Handler = async (request) =>
  refuseForeignRequest(request) ??
  withWholeBody(request, LARGEST_BODY_BYTES, (body) => {
    const { url, method, headers, signal } = request;
    return answer(new Request(url, { method, headers, body, signal }));
  });

/** What no answer goes without, and what tRPC would stumble over. */
const guarded =
  (handler: Handler): Handler =>
  async (request) => {
    const response = isDecodable(requestPath(request.url)) ? await handler(request) : refuseUnreadable();
    response.headers.set("X-Content-Type-Options", "nosniff");
    return response;
  };

/** What the pages ask and send by tRPC: queries and subscriptions by `GET`, changes by `POST`. */
export const TRPC: Door = doorOf({ GET: guarded(answer), POST: guarded(take) });
