import { router, tenantProcedure } from "../http/trpc/procedures.ts";
import { listActivity, listActivityPeople } from "./activity.ts";
import { ListActivity } from "./input.ts";

export const activityRouter = router({
  list: tenantProcedure.input(ListActivity).query(({ ctx, input }) => listActivity(ctx, input)),
  people: tenantProcedure.query(({ ctx }) => listActivityPeople(ctx)),
});
