import { describe, expect, it } from "vitest";
import { createListing } from "@/db/factories.ts";
import { ListingView } from "@/server/domains/listings/view.ts";
import { LISTING_STATUSES } from "@/shared/vocabulary.ts";
import { describeBothEntryPoints } from "./entry-points.ts";
import { expectProblem, expectView } from "./expect-response.ts";
import { type Account, createAccount, db } from "./fixtures.ts";
import { type RequestOptions, sendRequest } from "./send-request.ts";

const MAY_BE_WITHDRAWN = ["PENDING_APPROVAL", "APPROVED", "SUSPENDED"];

describeBothEntryPoints("POST /api/marketplace/listings/{id}/withdraw", (entryPoint) => {
  const withdraw = (as: Account, id: string, options: RequestOptions = {}) =>
    sendRequest(entryPoint, `POST /api/marketplace/listings/${id}/withdraw`, { as, ...options });
  const listingOf = ({ tenantId }: Account, status: (typeof LISTING_STATUSES)[number]) =>
    createListing(db(), { tenantId, type: "APP_PLUGIN", status });

  describe("200", () => {
    it.each(MAY_BE_WITHDRAWN)("withdraws a listing that is %s", async (status) => {
      const account = await createAccount();
      const listing = await listingOf(account, status as (typeof LISTING_STATUSES)[number]);
      const withdrawn = expectView(await withdraw(account, listing.id), 200, ListingView);
      expect(withdrawn).toMatchObject({
        id: listing.id,
        status: "WITHDRAWN",
        decidedAt: expect.stringMatching(/Z$/),
        decision: { action: "WITHDRAWN", reason: null, comment: null },
        review: null,
      });
      const found = await sendRequest(entryPoint, `GET /api/marketplace/listings/${listing.id}`, {
        as: account,
      });
      expect(expectView(found, 200, ListingView)).toEqual(withdrawn);
    });

    it.each([{}, { json: {} }, { json: { reason: "none" } }])(
      "needs no body and minds none (%j)",
      async (options) => {
        const account = await createAccount();
        const { id } = await listingOf(account, "PENDING_APPROVAL");
        expectView(await withdraw(account, id, options), 200, ListingView);
      },
    );
  });

  describe("409 INVALID_TRANSITION", () => {
    it.each(LISTING_STATUSES.filter((status) => !MAY_BE_WITHDRAWN.includes(status)))(
      "for a listing that is %s",
      async (status) => {
        const account = await createAccount();
        const { id } = await listingOf(account, status);
        expectProblem(await withdraw(account, id), 409, "INVALID_TRANSITION");
      },
    );

    it("for all but one of several concurrent withdrawals, and names the actor", async () => {
      const account = await createAccount();
      const { id } = await listingOf(account, "PENDING_APPROVAL");
      const responses = await Promise.all(Array.from({ length: 10 }, () => withdraw(account, id)));
      expect(responses.filter((response) => response.status === 200)).toHaveLength(1);
      for (const response of responses.filter(({ status }) => status !== 200)) {
        const { detail } = expectProblem(response, 409, "INVALID_TRANSITION");
        expect(detail).toContain(account.ctx.actor.name);
      }
    });
  });

  it("403 without the permission", async () => {
    const account = await createAccount({ permissions: ["BUILDS_READ", "BUILDS_CREATE"] });
    const { id } = await listingOf(account, "PENDING_APPROVAL");
    expectProblem(await withdraw(account, id), 403, "PERMISSION_DENIED");
  });

  it("404 for another tenant's, an unknown and an invalid id", async () => {
    const [account, other] = [await createAccount(), await createAccount()];
    const theirs = await listingOf(other, "PENDING_APPROVAL");
    for (const id of [theirs.id, "01900000-0000-7000-8000-0000000000ff", "no-uuid"]) {
      expectProblem(await withdraw(account, id), 404, "NOT_FOUND");
    }
  });
});
