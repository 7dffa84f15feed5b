import { fetchRequestHandler } from "@trpc/server/adapters/fetch";
import { getSessionUser } from "@/server/auth.ts";
import { addressOf } from "@/server/client-address.ts";
import { requestIdOf } from "@/server/problem.ts";
import { appRouter } from "@/server/router.ts";
import { refuseForeignRequest } from "@/server/same-origin.ts";
import { withWholeBody } from "@/server/whole-body.ts";

const LONGEST_BATCH = 10;
/** As much as ten of the largest forms. */
const LARGEST_BODY_BYTES = 2_097_152;

const answer = (request: Request): Promise<Response> =>
  fetchRequestHandler({
    endpoint: "/api/trpc",
    req: request,
    router: appRouter,
    createContext: async () => ({
      user: await getSessionUser(),
      requestId: requestIdOf(request.headers),
      address: addressOf(request.headers),
    }),
    maxBatchSize: LONGEST_BATCH,
  });

async function take(request: Request): Promise<Response> {
  const refusal = refuseForeignRequest(request);
  if (refusal) return refusal;
  return withWholeBody(request, LARGEST_BODY_BYTES, (body) => {
    const { url, method, headers, signal } = request;
    return answer(new Request(url, { method, headers, body, signal }));
  });
}

export { answer as GET, take as POST };
