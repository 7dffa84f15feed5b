import { router, tenantProcedure } from "@/server/http/trpc/procedures.ts";
import { AppKey } from "../input.ts";
import { SetVariable, VariableKey } from "./input.ts";
import { deleteVariable, listVariables, setVariable } from "./service.ts";

export const variablesRouter = router({
  list: tenantProcedure.input(AppKey).query(({ ctx, input }) => listVariables(ctx, input.appId)),
  set: tenantProcedure.input(SetVariable).mutation(({ ctx, input }) => setVariable(ctx, input)),
  delete: tenantProcedure.input(VariableKey).mutation(({ ctx, input }) => deleteVariable(ctx, input)),
});
