import { z } from "zod";
import { router, tenantProcedure } from "@/server/http/trpc/procedures.ts";
import { reference } from "@/shared/text/text.ts";
import { getActivity, listActivity, listActivityPeople } from "./activity.ts";
import { ListActivity } from "./input.ts";

export const auditRouter = router({
  list: tenantProcedure.input(ListActivity).query(({ ctx, input }) => listActivity(ctx, input)),
  get: tenantProcedure
    .input(z.object({ entryId: reference() }))
    .query(({ ctx, input }) => getActivity(ctx, input.entryId)),
  people: tenantProcedure.query(({ ctx }) => listActivityPeople(ctx)),
});
