import type { AnyRouter } from "@trpc/server";
import { fetchRequestHandler } from "@trpc/server/adapters/fetch";
import { addressOf } from "../../auth/client-address.ts";
import { refuseForeignRequest } from "../../auth/same-origin.ts";
import { findRequestSession } from "../../auth/session-cookie.ts";
import { withWholeBody } from "../body.ts";
import { refuseUnreadable } from "../malformed-requests.ts";
import { type Door, doorOf } from "../methods.ts";
import { isDecodable, requestPath } from "../parse-input.ts";
import { requestIdOf } from "../problem.ts";
import type { Handler } from "../route.ts";

/** Where the dashboards' calls go; the last part names the procedures of a batch. */
export const TRPC_PATH = "/api/trpc/{trpc}";

const LONGEST_BATCH = 10;
/** As much as ten of the largest forms. */
const LARGEST_BODY_BYTES = 2_097_152;

const answerBy =
  (router: AnyRouter): Handler =>
  (request) =>
    fetchRequestHandler({
      endpoint: "/api/trpc",
      req: request,
      router,
      createContext: async () => ({
        session: await findRequestSession(request.headers),
        requestId: requestIdOf(request.headers),
        address: addressOf(request.headers),
      }),
      maxBatchSize: LONGEST_BATCH,
    });

const takeBy =
  (answer: Handler): Handler =>
  async (request) =>
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

/** Handlers of the dashboards' calls: queries and subscriptions by `GET`, mutations by `POST`. */
export function createTrpcHandlers(router: AnyRouter): Door {
  const answer = answerBy(router);
  return doorOf({ GET: guarded(answer), POST: guarded(takeBy(answer)) });
}
