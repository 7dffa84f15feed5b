import { describe, expect, it } from "vitest";
import { createEntity } from "@/db/factories.ts";
import { ArchiveView } from "@/server/domains/items/archives/upload.ts";
import { ListingView } from "@/server/domains/listings/view.ts";
import { NO_CODE } from "@/server/domains/moderation/policy.ts";
import { decideListing } from "@/server/domains/moderation/service.ts";
import type { ErrorCode } from "@/shared/errors.ts";
import { pluginArchive } from "../support/archives.ts";
import { signInAdmin } from "../support/platform.ts";
import { describeBothEntryPoints, type EntryPoint } from "./entry-points.ts";
import { expectProblem, expectView } from "./expect-response.ts";
import { type Account, createAccount, db } from "./fixtures.ts";
import { composePublish, publish, uniqueSlug } from "./publish-request.ts";
import { sendRequest } from "./send-request.ts";
import { uploadArchive } from "./upload-archive.ts";

const UNKNOWN_ID = "01900000-0000-7000-8000-0000000000ff";

describeBothEntryPoints("POST /api/marketplace/publish", (entryPoint) => {
  describe("409 SLUG_TAKEN", () => {
    it("for a slug that another tenant has published or registered", async () => {
      const [account, other] = [await createAccount(), await createAccount()];
      const theirs = await composePublish(other);
      expectView(await publish(entryPoint, other, theirs), 201, ListingView);
      const registered = await createEntity(db(), { type: "APP_PLUGIN", tenantId: other.tenantId });
      for (const slug of [theirs.slug, registered.slug]) {
        const response = await publish(
          entryPoint,
          account,
          await composePublish(account, { slug, version: "9.0.0" }),
        );
        expectProblem(response, 409, "SLUG_TAKEN");
      }
    });

    it("for a published slug with another entity, even of the same tenant", async () => {
      const account = await createAccount();
      const first = await composePublish(account);
      expectView(await publish(entryPoint, account, first), 201, ListingView);
      const second = await composePublish(account, { slug: first.slug, version: "2.0.0" });
      expectProblem(await publish(entryPoint, account, second), 409, "SLUG_TAKEN");
    });

    it("not for a second slug of an entity, nor for the slug of another type", async () => {
      const account = await createAccount();
      const first = await composePublish(account);
      expectView(await publish(entryPoint, account, first), 201, ListingView);
      expectView(await publish(entryPoint, account, { ...first, slug: uniqueSlug() }), 201, ListingView);
      const { slug } = first;
      for (const type of ["THEME", "SYSTEM_PLUGIN"] as const) {
        const sameSlug = await composePublish(account, { type, slug });
        expectView(await publish(entryPoint, account, sameSlug), 201, ListingView);
      }
    });
  });

  describe("409 VERSION_EXISTS", () => {
    it("for all but one of fifty concurrent publishers", async () => {
      const account = await createAccount();
      const request = await composePublish(account);
      const responses = await Promise.all(
        Array.from({ length: 50 }, () => publish(entryPoint, account, request)),
      );
      const [won, ...others] = responses.sort((a, b) => a.status - b.status);
      if (won) expectView(won, 201, ListingView);
      expect(others).toHaveLength(49);
      for (const response of others) expectProblem(response, 409, "VERSION_EXISTS");
    });

    it("for a withdrawn or rejected version, whatever its build metadata", async () => {
      const account = await createAccount();
      const request = await composePublish(account);
      const withdrawn = expectView(await publish(entryPoint, account, request), 201, ListingView);
      await sendRequest(entryPoint, `POST /api/marketplace/listings/${withdrawn.id}/withdraw`, {
        as: account,
      });
      const second = { ...request, version: "2.0.0" };
      const rejected = expectView(await publish(entryPoint, account, second), 201, ListingView);
      await reject(rejected.id);
      for (const version of ["1.0.0", "1.0.0+7", "2.0.0", "2.0.0+a.b"]) {
        expectProblem(await publish(entryPoint, account, { ...request, version }), 409, "VERSION_EXISTS");
      }
    });
  });

  describe("422 VERSION_NOT_INCREMENTED", () => {
    it.each([
      ["1.10.0", "1.9.0"],
      ["1.0.0", "1.0.0-rc.1"],
      ["1.0.0-rc.10", "1.0.0-rc.9"],
      ["1.0.0-beta", "1.0.0-alpha.1"],
      ["1.0.0-a", "1.0.0-999999"],
      ["999999999999999.1.0", "999999999999999.0.9"],
    ])("%s ranks above %s", async (high, low) => {
      const account = await createAccount();
      const request = await composePublish(account, { version: high });
      expectView(await publish(entryPoint, account, request), 201, ListingView);
      const refused = await publish(entryPoint, account, { ...request, version: low });
      expectProblem(refused, 422, "VERSION_NOT_INCREMENTED");
      const other = await composePublish(account, { version: low });
      expectView(await publish(entryPoint, account, other), 201, ListingView);
      expectView(await publish(entryPoint, account, { ...other, version: high }), 201, ListingView);
    });

    it("names the highest version, and lets a fix for an older major number through", async () => {
      const account = await createAccount();
      const request = await composePublish(account, { version: "1.0.0" });
      for (const version of ["1.0.0", "1.2.0", "10.0.0", "2.0.0", "1.2.1", "10.0.1-rc.1"])
        expectView(await publish(entryPoint, account, { ...request, version }), 201, ListingView);
      const refused = await publish(entryPoint, account, { ...request, version: "1.1.0" });
      const { detail } = expectProblem(refused, 422, "VERSION_NOT_INCREMENTED", ["version"]);
      expect(detail).toContain("1.2.1");
      expect(detail).not.toContain("10.0");
    });

    it("counts approved and pending versions only", async () => {
      const account = await createAccount();
      const request = await composePublish(account, { version: "2.4.0" });
      const approved = expectView(await publish(entryPoint, account, request), 201, ListingView);
      await decideListing(await signInAdmin(), {
        listingId: approved.id,
        action: "approve",
        acknowledgedFindings: [NO_CODE],
      });
      const lower = { ...request, version: "2.3.0" };
      expectProblem(await publish(entryPoint, account, lower), 422, "VERSION_NOT_INCREMENTED");
      const higher = expectView(
        await publish(entryPoint, account, { ...request, version: "2.6.0" }),
        201,
        ListingView,
      );
      await reject(higher.id);
      expectView(await publish(entryPoint, account, { ...request, version: "2.5.0" }), 201, ListingView);
    });
  });

  describe("422 REFERENCE_NOT_FOUND", () => {
    it.each(["", "no-uuid", UNKNOWN_ID, "\u0000", `${UNKNOWN_ID} `])(
      "for the entity %j",
      async (appPluginId) => {
        const account = await createAccount();
        const request = await composePublish(account, { appPluginId });
        expectProblem(await publish(entryPoint, account, request), 422, "REFERENCE_NOT_FOUND", [
          "appPluginId",
        ]);
      },
    );

    it("for another tenant's entity and for one of another type", async () => {
      const [account, other] = [await createAccount(), await createAccount()];
      const foreign = await createEntity(db(), { type: "APP_PLUGIN", tenantId: other.tenantId });
      const theme = await createEntity(db(), { type: "THEME", tenantId: account.tenantId });
      for (const { id: appPluginId } of [foreign, theme]) {
        const request = await composePublish(account, { appPluginId });
        expectProblem(await publish(entryPoint, account, request), 422, "REFERENCE_NOT_FOUND", [
          "appPluginId",
        ]);
      }
    });
  });

  describe("the archive", () => {
    it("must be uploaded by the tenant", async () => {
      const [account, other] = [await createAccount(), await createAccount()];
      const request = await composePublish(account);
      const archiveSha256 = await storeArchive(entryPoint, other, { ...request, type: "app" });
      const response = await publish(entryPoint, account, { ...request, archiveSha256 });
      expectProblem(response, 422, "REFERENCE_NOT_FOUND", ["archiveSha256"]);
    });

    it.each([
      [{}, 201, null],
      [{ slug: "another-slug" }, 422, "slug"],
      [{ version: "1.0.1" }, 422, "version"],
      [{ type: "system" }, 422, "type"],
    ] as const)(
      "has a manifest of the same slug, version and type (%j: %i)",
      async (differing, status, path) => {
        const account = await createAccount();
        const request = await composePublish(account);
        const archiveSha256 = await storeArchive(entryPoint, account, {
          ...request,
          type: "app",
          ...differing,
        });
        const response = await publish(entryPoint, account, { ...request, archiveSha256 });
        if (path) expectProblem(response, status, "ARCHIVE_REJECTED" satisfies ErrorCode, [path]);
        else expect(expectView(response, 201, ListingView)).toMatchObject({ archiveSha256 });
      },
    );
  });
});

async function reject(listingId: string): Promise<void> {
  const decision = { action: "reject", reason: "BROKEN", comment: "It does not start." } as const;
  await decideListing(await signInAdmin(), { listingId, ...decision });
}

async function storeArchive(entryPoint: EntryPoint, account: Account, manifest: object): Promise<string> {
  const archive = pluginArchive(manifest);
  expectView(await uploadArchive(entryPoint, account, archive), 201, ArchiveView);
  return archive.sha256;
}
