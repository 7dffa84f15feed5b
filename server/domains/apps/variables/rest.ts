import { z } from "zod";
import { route } from "@/server/http/route.ts";
import { pathId } from "@/shared/text/text.ts";
import { StoredName, VariableContent, VariableName } from "./input.ts";
import { deleteVariable, listVariables, setVariable } from "./service.ts";
import { VariableList, VariableView } from "./view.ts";

/** A value of the longest length whose every character JSON escapes, and the other fields. */
const BODY_LIMIT_BYTES = 131_072;

const VARIABLE_PATH = "/api/apps/{appId}/variables/{name}";
const VariablePath = z.object({ appId: pathId(), name: VariableName });

export const getVariables = route({
  method: "GET",
  path: "/api/apps/{appId}/variables",
  summary: "List the variables of an app, without the values of secrets",
  credential: "token",
  permission: "APPS_MANAGE",
  params: z.object({ appId: pathId() }),
  status: 200,
  response: VariableList,
  handle: async ({ ctx, params: { appId } }) => ({
    body: { variables: await listVariables(ctx, appId) },
  }),
});

export const putVariable = route({
  method: "PUT",
  path: VARIABLE_PATH,
  summary: "Set a variable of an app",
  credential: "token",
  permission: "APPS_MANAGE",
  params: VariablePath,
  body: { schema: VariableContent, limitBytes: BODY_LIMIT_BYTES },
  errors: ["INVALID_TRANSITION"],
  status: 201,
  otherStatuses: [200],
  response: VariableView,
  handle: async ({ ctx, params, body }) => {
    const { variable, isNew } = await setVariable(ctx, { ...body, ...params });
    return { body: variable, status: isNew ? 201 : 200 };
  },
});

export const removeVariable = route({
  method: "DELETE",
  path: VARIABLE_PATH,
  summary: "Delete a variable of an app",
  credential: "token",
  permission: "APPS_MANAGE",
  params: VariablePath.extend({ name: StoredName }),
  status: 204,
  response: z.null(),
  handle: async ({ ctx, params }) => {
    await deleteVariable(ctx, params);
    return { status: 204 };
  },
});
