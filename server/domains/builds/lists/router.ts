import { router, tenantProcedure } from "@/server/http/trpc/procedures.ts";
import { BrowseBuilds } from "../input.ts";
import { listFacets } from "./facets.ts";
import { deleteView, listViews, SaveView, saveView, ViewKey } from "./views.ts";

export const buildListsRouter = router({
  facets: tenantProcedure.input(BrowseBuilds).query(({ ctx, input }) => listFacets(ctx, input)),
  views: tenantProcedure.query(({ ctx }) => listViews(ctx)),
  saveView: tenantProcedure.input(SaveView).mutation(({ ctx, input }) => saveView(ctx, input)),
  deleteView: tenantProcedure.input(ViewKey).mutation(({ ctx, input }) => deleteView(ctx, input.viewId)),
});
