import { createTRPCClient, httpLink } from "@trpc/client";
import type { AppRouter } from "@/server/router.ts";
import { wireFormat } from "@/shared/wire-format.ts";

/** tRPC client without React Query, for pages that make a single call on submit. Imported dynamically, so it is not part of their first load. */
export const plainClient = createTRPCClient<AppRouter>({
  links: [httpLink({ url: "/api/trpc", transformer: wireFormat })],
});
