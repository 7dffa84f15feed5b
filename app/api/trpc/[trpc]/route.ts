import { fetchRequestHandler } from "@trpc/server/adapters/fetch";
import { getSessionUser } from "@/server/auth.ts";
import { addressOf } from "@/server/client-address.ts";
import { requestIdOf } from "@/server/problem.ts";
import { appRouter } from "@/server/router.ts";
import { refuseForeignRequest } from "@/server/same-origin.ts";

const LONGEST_BATCH = 10;

async function answer(request: Request): Promise<Response> {
  return (
    refuseForeignRequest(request) ??
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
    })
  );
}

export { answer as GET, answer as POST };
