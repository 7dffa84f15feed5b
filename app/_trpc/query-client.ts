import { defaultShouldDehydrateQuery, QueryClient } from "@tanstack/react-query";
import superjson from "superjson";

/** How long data from the server counts as fresh; live changes invalidate it earlier. */
const FRESH_MS = 30_000;

/** A query client whose pending queries, too, travel from the server's page to the browser. */
export function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { staleTime: FRESH_MS, retry: false },
      dehydrate: {
        // React itself hides errors from the browser, and leaves it the digest that names them in the log.
        shouldRedactErrors: () => false,
        serializeData: superjson.serialize,
        shouldDehydrateQuery: (query) =>
          defaultShouldDehydrateQuery(query) || query.state.status === "pending",
      },
      hydrate: { deserializeData: superjson.deserialize },
    },
  });
}
