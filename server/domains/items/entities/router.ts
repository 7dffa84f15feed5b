import { router, tenantProcedure } from "@/server/http/trpc/procedures.ts";
import { getEntityDownloads } from "./downloads.ts";
import { EditEntity, EntityDownloads, EntityKey, ListEntities, RegisterEntity } from "./input.ts";
import { getEntity, listEntities } from "./list.ts";
import { registerEntity } from "./register.ts";
import { editEntity } from "./service.ts";

export const entitiesRouter = router({
  list: tenantProcedure.input(ListEntities).query(({ ctx, input }) => listEntities(ctx, input)),
  get: tenantProcedure.input(EntityKey).query(({ ctx, input }) => getEntity(ctx, input)),
  downloads: tenantProcedure.input(EntityDownloads).query(({ ctx, input }) => getEntityDownloads(ctx, input)),
  register: tenantProcedure.input(RegisterEntity).mutation(({ ctx, input }) => registerEntity(ctx, input)),
  edit: tenantProcedure.input(EditEntity).mutation(({ ctx, input }) => editEntity(ctx, input)),
});
