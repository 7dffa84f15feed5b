import { route } from "../http/route.ts";
import { describeToken } from "./tokens.ts";
import { MeView } from "./view.ts";

export const me = route({
  method: "GET",
  path: "/api/me",
  summary: "Whose token this is, for which tenant, and what it permits now",
  credential: "token",
  status: 200,
  response: MeView,
  handle: async ({ ctx }) => ({ body: await describeToken(ctx), headers: { "Cache-Control": "no-store" } }),
});
