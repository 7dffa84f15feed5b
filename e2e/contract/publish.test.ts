import { describe, expect, it } from "vitest";
import { ListingView } from "@/server/domains/listings/view.ts";
import { LISTING_TYPES } from "@/shared/vocabulary.ts";
import { describeBothEntryPoints } from "./entry-points.ts";
import { expectProblem, expectView } from "./expect-response.ts";
import { createAccount } from "./fixtures.ts";
import { composePublish, publish, uniqueSlug } from "./publish-request.ts";
import { sendRequest } from "./send-request.ts";

const EMOJI = "😀";

describeBothEntryPoints("POST /api/marketplace/publish", (entryPoint) => {
  describe("201", () => {
    it.each(LISTING_TYPES)("creates a pending listing of %s and returns its Location", async (type) => {
      const account = await createAccount();
      const request = await composePublish(account, { type });
      const response = await publish(entryPoint, account, request);
      const listing = expectView(response, 201, ListingView);
      expect(listing).toEqual({
        id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
        appPluginId: null,
        themeId: null,
        systemPluginId: null,
        ...request,
        changelog: null,
        archiveSha256: null,
        tenantId: account.tenantId,
        status: "PENDING_APPROVAL",
        submittedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/),
        decidedAt: null,
        decision: null,
        review: listing.review,
      });
      const { position = 0, pending = 0 } = listing.review ?? {};
      expect(position).toBeGreaterThan(0);
      expect(pending).toBeGreaterThanOrEqual(position);
      expect(response.headers.get("location")).toBe(`/api/marketplace/listings/${listing.id}`);
      const found = await sendRequest(entryPoint, `GET ${response.headers.get("location")}`, { as: account });
      expect(expectView(found, 200, ListingView)).toEqual({ ...listing, review: expect.anything() });
    });

    it("normalizes display texts and stores all else unchanged", async () => {
      const account = await createAccount();
      const request = await composePublish(account, {
        name: "  Cafe\u0301 \n",
        description: " One\r\n\r\n\ttwo  three \n",
        changelog: "\r\n# 1.0\r\n* fixed\r\n",
        version: "1.0.0-rc.1+build.7",
      });
      const listing = expectView(await publish(entryPoint, account, request), 201, ListingView);
      expect(listing).toMatchObject({
        name: "Caf\u00e9",
        description: "One\n\n\ttwo  three",
        changelog: "# 1.0\n* fixed",
        version: "1.0.0-rc.1+build.7",
      });
    });

    it.each([null, "", " \r\n "])("treats the changelog %j as absent", async (changelog) => {
      const account = await createAccount();
      const request = await composePublish(account, { changelog });
      expect(expectView(await publish(entryPoint, account, request), 201, ListingView).changelog).toBeNull();
    });

    it("treats null as absent, ignores unknown fields and accepts UUIDs in either case", async () => {
      const account = await createAccount();
      const request = await composePublish(account);
      const appPluginId = String(request["appPluginId"]);
      const sent = {
        ...request,
        appPluginId: appPluginId.toUpperCase(),
        themeId: null,
        systemPluginId: null,
        archiveSha256: null,
        id: "mine",
        status: "APPROVED",
        constructor: { prototype: 1 },
      };
      const response = await publish(
        entryPoint,
        { ...account, tenantId: account.tenantId.toUpperCase() },
        sent,
      );
      const listing = expectView(response, 201, ListingView);
      expect(listing).toMatchObject({ appPluginId, status: "PENDING_APPROVAL" });
      expect(listing.id).not.toBe("mine");
    });

    it.each([
      ["name", "a"],
      ["name", EMOJI.repeat(80)],
      ["name", "e\u0301".repeat(80)],
      ["slug", `${entryPoint.name.charAt(0)}-1`],
      ["slug", `${entryPoint.name}-`.padEnd(64, "0")],
      ["version", "0.0.0"],
      ["version", "999999999999999.999999999999999.999999999999999"],
      ["version", `1.0.0-${"a".repeat(122)}`],
      ["version", "1.0.0-0a.-.--"],
      ["description", "."],
      ["description", EMOJI.repeat(5_000)],
      ["changelog", EMOJI.repeat(20_000)],
    ])("takes a %s at the edge of its limits (%#)", async (field, value) => {
      const account = await createAccount();
      const request = await composePublish(account, { [field]: value });
      const listing = expectView(await publish(entryPoint, account, request), 201, ListingView);
      expect(listing).toMatchObject({ [field]: value.normalize("NFC") });
    });

    it("accepts a media type with parameters, in any case", async () => {
      const account = await createAccount();
      const headers = { "Content-Type": "Application/JSON; charset=UTF-8" };
      expectView(
        await publish(entryPoint, account, await composePublish(account), { headers }),
        201,
        ListingView,
      );
    });
  });

  describe("200, dry run", () => {
    const Rehearsed = ListingView.omit({ id: true });

    it("returns the would-be listing, and stores nothing", async () => {
      const account = await createAccount();
      const request = await composePublish(account);
      for (let time = 0; time < 2; time++) {
        const response = await publish(entryPoint, account, request, { query: "?dryRun=true" });
        expect(expectView(response, 200, Rehearsed)).toMatchObject({
          ...request,
          status: "PENDING_APPROVAL",
        });
        expect(response.headers.has("location")).toBe(false);
      }
      expectView(await publish(entryPoint, account, request, { query: "?dryRun=false" }), 201, ListingView);
    });

    it("runs the same checks", async () => {
      const account = await createAccount();
      const request = await composePublish(account);
      expectView(await publish(entryPoint, account, request), 201, ListingView);
      const query = "?dryRun=true";
      expectProblem(await publish(entryPoint, account, request, { query }), 409, "VERSION_EXISTS");
      expectProblem(
        await publish(entryPoint, account, { ...request, version: "1.0.0-rc.1" }, { query }),
        422,
        "VERSION_NOT_INCREMENTED",
      );
      const nameless = { ...request, name: "" };
      expectProblem(await publish(entryPoint, account, nameless, { query }), 400, "VALIDATION_FAILED", [
        "name",
      ]);
    });

    it("does not reserve a free slug", async () => {
      const [account, other] = [await createAccount(), await createAccount()];
      const slug = uniqueSlug();
      const request = await composePublish(account, { slug });
      expectView(await publish(entryPoint, account, request, { query: "?dryRun=true" }), 200, Rehearsed);
      expectView(await publish(entryPoint, other, await composePublish(other, { slug })), 201, ListingView);
    });

    it.each(["?dryRun=", "?dryRun=1", "?dryRun=TRUE", "?dryRun=true&dryRun=true"])(
      "refuses %s",
      async (query) => {
        const account = await createAccount();
        const response = await publish(entryPoint, account, await composePublish(account), { query });
        expectProblem(response, 400, "VALIDATION_FAILED", ["dryRun"]);
      },
    );
  });
});
