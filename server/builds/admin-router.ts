import { adminProcedure, router } from "../trpc.ts";
import { watchOverBuilds } from "./attention.ts";
import { watchBuilds } from "./changes.ts";
import { BrowseAllBuilds } from "./input.ts";
import { browseAllBuilds } from "./service.ts";

export const adminBuildsRouter = router({
  list: adminProcedure.input(BrowseAllBuilds).query(({ ctx, input }) => browseAllBuilds(ctx, input)),
  attention: adminProcedure.query(({ ctx }) => watchOverBuilds(ctx)),
  changes: adminProcedure.subscription(({ signal }) =>
    watchBuilds(() => true, signal ?? AbortSignal.abort()),
  ),
});
