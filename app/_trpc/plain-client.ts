import { createTRPCClient, httpLink } from "@trpc/client";
import { wireFormat } from "@/server/http/trpc/wire-format.ts";
import type { AppRouter } from "@/server/router.ts";

/** tRPC client without React Query, for pages that make a single call on submit. Imported dynamically, so it is not part of their first load. */
export const plainClient = createTRPCClient<AppRouter>({
  links: [httpLink({ url: "/api/trpc", transformer: wireFormat })],
});
