import { expect, it } from "vitest";
import { createListing } from "@/db/factories.ts";
import { setUpPlatform, signInMember } from "@/e2e/test-platform.ts";
import { database } from "../context.ts";
import { countListings } from "./service.ts";

setUpPlatform();

it("counts the listings of the own tenant in every state, those with none too", async () => {
  const [ctx, other] = [await signInMember("VIEWER"), await signInMember()];
  const { orm } = database().platform;
  for (const status of ["APPROVED", "APPROVED", "REJECTED"] as const) {
    await createListing(orm, { tenantId: ctx.tenant.id, type: "THEME", status });
  }
  await createListing(orm, { tenantId: other.tenant.id, type: "THEME" });
  await expect(countListings(ctx)).resolves.toEqual({
    PENDING_APPROVAL: 0,
    APPROVED: 2,
    REJECTED: 1,
    WITHDRAWN: 0,
    SUSPENDED: 0,
  });
});
