import { route } from "@/server/http/route.ts";
import { describeToken } from "./service.ts";
import { MeView } from "./view.ts";

export const me = route({
  method: "GET",
  path: "/api/me",
  summary: "Get the user, tenant and current permissions of the token",
  credential: "token",
  status: 200,
  response: MeView,
  handle: async ({ ctx }) => ({ body: await describeToken(ctx) }),
});
