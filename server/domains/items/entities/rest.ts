import { z } from "zod";
import { dryRun } from "@/server/core/transactions.ts";
import { DryRunQuery } from "@/server/http/parse-input.ts";
import { route } from "@/server/http/route.ts";
import { RegisterEntity } from "./input.ts";
import { registerEntity } from "./register.ts";
import { EntityView } from "./view.ts";

/** Dry run of a registration: the entity has no id. */
const NEW_ENTITY = EntityView.omit({ id: true });

export const postEntity = route({
  method: "POST",
  path: "/api/marketplace/entities",
  summary: "Register a plugin or theme",
  credential: "token",
  permission: "MARKETPLACE_PUBLISH",
  query: DryRunQuery,
  body: { schema: RegisterEntity, limitBytes: 131_072 },
  errors: ["INVALID_TRANSITION", "SLUG_TAKEN"],
  status: 201,
  otherStatuses: [200],
  response: z.union([EntityView, NEW_ENTITY]),
  handle: async ({ ctx, query, body }) => {
    if (query.dryRun === "true") {
      const { entity, isNew } = await dryRun(ctx, (joined) => registerEntity(joined, body));
      return { body: (isNew ? NEW_ENTITY : EntityView).parse(entity), status: 200 };
    }
    const { entity, isNew } = await registerEntity(ctx, body);
    return { body: EntityView.parse(entity), status: isNew ? 201 : 200 };
  },
});
