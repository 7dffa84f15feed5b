import { router, tenantProcedure } from "@/server/http/trpc/procedures.ts";
import { getActivity, listActivity, listActivityPeople } from "./activity.ts";
import { EntryKey, ListActivity } from "./input.ts";

export const auditRouter = router({
  list: tenantProcedure.input(ListActivity).query(({ ctx, input }) => listActivity(ctx, input)),
  get: tenantProcedure.input(EntryKey).query(({ ctx, input }) => getActivity(ctx, input.entryId)),
  people: tenantProcedure.query(({ ctx }) => listActivityPeople(ctx)),
});
