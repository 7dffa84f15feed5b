import type { AnyRouter } from "@trpc/server";
import { fetchRequestHandler } from "@trpc/server/adapters/fetch";
import { getClientAddress } from "../../auth/client-address.ts";
import { rejectCrossOrigin } from "../../auth/same-origin.ts";
import { findRequestSession } from "../../auth/session-cookie.ts";
import { withBufferedBody } from "../body.ts";
import { rejectMalformedRequest } from "../malformed-requests.ts";
import { methodHandlers, type RouteHandlers } from "../methods.ts";
import { isDecodable, requestPath } from "../parse-input.ts";
import { requestIdOf } from "../problem.ts";
import type { Handler } from "../route.ts";

/** Path of tRPC; the parameter holds the procedures of a batch. */
export const TRPC_PATH = "/api/trpc/{trpc}";

const MAX_BATCH_SIZE = 10;
/** Ten times the largest form. */
const MAX_BODY_BYTES = 2_097_152;

const createQueryHandler =
  (router: AnyRouter): Handler =>
  (request) =>
    fetchRequestHandler({
      endpoint: "/api/trpc",
      req: request,
      router,
      createContext: async () => ({
        session: await findRequestSession(request.headers),
        requestId: requestIdOf(request.headers),
        address: getClientAddress(request.headers),
      }),
      maxBatchSize: MAX_BATCH_SIZE,
    });

const createMutationHandler =
  (handler: Handler): Handler =>
  async (request) =>
    rejectCrossOrigin(request) ??
    withBufferedBody(request, MAX_BODY_BYTES, (body) => {
      const { url, method, headers, signal } = request;
      return handler(new Request(url, { method, headers, body, signal }));
    });

/** Adds `nosniff`, and rejects a path that does not decode, which tRPC answers with 500. */
const withPathCheck =
  (handler: Handler): Handler =>
  async (request) => {
    const response = isDecodable(requestPath(request.url))
      ? await handler(request)
      : rejectMalformedRequest();
    response.headers.set("X-Content-Type-Options", "nosniff");
    return response;
  };

/** tRPC handlers: queries and subscriptions by `GET`, mutations by `POST`. */
export function createTrpcHandlers(router: AnyRouter): RouteHandlers {
  const handler = createQueryHandler(router);
  return methodHandlers({ GET: withPathCheck(handler), POST: withPathCheck(createMutationHandler(handler)) });
}
