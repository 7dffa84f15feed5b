import { z } from "zod";
import { route } from "@/server/http/route.ts";
import { pathId } from "@/shared/text/text.ts";
import { getChecks } from "./service.ts";
import { ChecksView } from "./view.ts";

export const getChecksOfListing = route({
  method: "GET",
  path: "/api/marketplace/listings/{listingId}/checks",
  summary: "Get the findings of the automated checks of a listing",
  credential: "token",
  params: z.object({ listingId: pathId() }),
  status: 200,
  response: ChecksView,
  handle: async ({ ctx, params }) => ({ body: await getChecks(ctx, params.listingId) }),
});
