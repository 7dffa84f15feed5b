import { describe, expect, it } from "vitest";
import { createListing } from "@/db/factories.ts";
import { ListingView } from "@/server/domains/listings/view.ts";
import { decideListing } from "@/server/domains/moderation/service.ts";
import { signInAdmin } from "../support/platform.ts";
import { describeBothEntryPoints } from "./entry-points.ts";
import { expectProblem, expectView } from "./expect-response.ts";
import { type Account, createAccount, createToken, db } from "./fixtures.ts";
import { sendRequest } from "./send-request.ts";

const UNKNOWN_ID = "01900000-0000-7000-8000-0000000000ff";

describeBothEntryPoints("GET /api/marketplace/listings/{id}", (entryPoint) => {
  const get = (as: Account, id: string) =>
    sendRequest(entryPoint, `GET /api/marketplace/listings/${id}`, { as });

  describe("200", () => {
    it("shows a pending listing to every token of the tenant", async () => {
      const account = await createAccount();
      const bare = await createToken(account.ctx, []);
      const { id } = await createListing(db(), { tenantId: account.tenantId, type: "THEME" });
      for (const response of [
        await get(account, id),
        await get(bare, id),
        await get(bare, id.toUpperCase()),
      ]) {
        const listing = expectView(response, 200, ListingView);
        expect(listing).toMatchObject({ id, status: "PENDING_APPROVAL", decidedAt: null, decision: null });
        expect(listing.review).not.toBeNull();
      }
    });

    it("shows the decision with its reason", async () => {
      const account = await createAccount();
      const { id } = await createListing(db(), { tenantId: account.tenantId, type: "APP_PLUGIN" });
      const verdict = { reason: "BROKEN", comment: "It does not start." } as const;
      await decideListing(await signInAdmin(), { listingId: id, action: "reject", ...verdict });
      expect(expectView(await get(account, id), 200, ListingView)).toMatchObject({
        status: "REJECTED",
        decidedAt: expect.stringMatching(/Z$/),
        decision: { action: "REJECTED", ...verdict },
        review: null,
      });
    });

    it("shows an approval", async () => {
      const account = await createAccount();
      const { id } = await createListing(db(), { tenantId: account.tenantId, type: "THEME" });
      await decideListing(await signInAdmin(), { listingId: id, action: "approve" });
      expect(expectView(await get(account, id), 200, ListingView)).toMatchObject({
        status: "APPROVED",
        decision: { action: "APPROVED", reason: null, comment: null },
        review: null,
      });
    });
  });

  it("404 for another tenant's listing, as for an unknown one", async () => {
    const [account, other] = [await createAccount(), await createAccount()];
    const theirs = await createListing(db(), { tenantId: other.tenantId, type: "THEME" });
    for (const id of [theirs.id, UNKNOWN_ID, "no-uuid", `${theirs.id}x`, "%20", "..%2f"]) {
      const { detail } = expectProblem(await get(account, id), 404, "NOT_FOUND");
      expect(detail).not.toContain(other.tenantId);
    }
    const [foreign, unknown] = [await get(account, theirs.id), await get(account, UNKNOWN_ID)];
    expect(withoutId(foreign.text)).toEqual(withoutId(unknown.text));
  });
});

const withoutId = (text: string) => ({ ...JSON.parse(text), requestId: null });
