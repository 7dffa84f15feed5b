import { router, tenantProcedure } from "@/server/http/trpc/procedures.ts";
import { SetVariable, VariableKey, VariablesKey } from "./input.ts";
import { deleteVariable, listVariables, setVariable } from "./service.ts";

export const variablesRouter = router({
  list: tenantProcedure.input(VariablesKey).query(({ ctx, input }) => listVariables(ctx, input.appId)),
  set: tenantProcedure.input(SetVariable).mutation(({ ctx, input }) => setVariable(ctx, input)),
  delete: tenantProcedure.input(VariableKey).mutation(({ ctx, input }) => deleteVariable(ctx, input)),
});
