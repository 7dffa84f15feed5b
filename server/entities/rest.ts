import { route } from "../http.ts";
import { prose } from "../text.ts";
import { RegisterEntity } from "./input.ts";
import { registerEntity } from "./register.ts";
import { EntityView } from "./view.ts";

export const postEntity = route({
  method: "POST",
  path: "/api/marketplace/entities",
  summary: "Register a plugin or theme, before its first version is published",
  credential: "token",
  permission: "MARKETPLACE_PUBLISH",
  body: { schema: RegisterEntity.extend({ description: prose(5_000).optional() }), limitBytes: 131_072 },
  refuses: ["SLUG_TAKEN"],
  status: 201,
  alsoSucceeds: [200],
  response: EntityView,
  handle: async ({ ctx, body }) => {
    const { entity, isNew } = await registerEntity(ctx, body);
    return { body: entity, status: isNew ? 201 : 200 };
  },
});
