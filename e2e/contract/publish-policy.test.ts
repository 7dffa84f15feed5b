import { describe, expect, it } from "vitest";
import { createEntity } from "@/db/factories.ts";
import { ArchiveView } from "@/server/archives/upload.ts";
import { ListingView } from "@/server/listings/view.ts";
import { decideListing } from "@/server/moderation/service.ts";
import type { ErrorCode } from "@/server/platform/errors.ts";
import { pluginArchive } from "../support/archives.ts";
import { signInAdmin } from "../support/platform.ts";
import { uploadArchive } from "./archive.ts";
import { ask } from "./ask.ts";
import { describeBothEntryPoints, type RouteHandlers } from "./entry-points.ts";
import { type Account, createAccount, db } from "./fixtures.ts";
import { composePublish, publish, uniqueSlug } from "./publish-request.ts";
import { expectProblem, expectView } from "./replies.ts";

const NOBODYS_ID = "01900000-0000-7000-8000-0000000000ff";

describeBothEntryPoints("POST /api/marketplace/publish", (door) => {
  describe("409 SLUG_TAKEN", () => {
    it("for a slug that another tenant has published or only registered", async () => {
      const [account, other] = [await createAccount(), await createAccount()];
      const theirs = await composePublish(other);
      expectView(await publish(door, other, theirs), 201, ListingView);
      const registered = await createEntity(db(), { type: "APP_PLUGIN", tenantId: other.tenantId });
      for (const slug of [theirs.slug, registered.slug]) {
        const reply = await publish(door, account, await composePublish(account, { slug, version: "9.0.0" }));
        expectProblem(reply, 409, "SLUG_TAKEN");
      }
    });

    it("for a published slug with another entity, also of the same tenant", async () => {
      const account = await createAccount();
      const first = await composePublish(account);
      expectView(await publish(door, account, first), 201, ListingView);
      const second = await composePublish(account, { slug: first.slug, version: "2.0.0" });
      expectProblem(await publish(door, account, second), 409, "SLUG_TAKEN");
    });

    it("neither for a second slug of an entity nor for the slug of another type", async () => {
      const account = await createAccount();
      const first = await composePublish(account);
      expectView(await publish(door, account, first), 201, ListingView);
      expectView(await publish(door, account, { ...first, slug: uniqueSlug() }), 201, ListingView);
      const { slug } = first;
      for (const type of ["THEME", "SYSTEM_PLUGIN"] as const) {
        const sameSlug = await composePublish(account, { type, slug });
        expectView(await publish(door, account, sameSlug), 201, ListingView);
      }
    });
  });

  describe("409 VERSION_EXISTS", () => {
    it("for the version of one of fifty publishers at once", async () => {
      const account = await createAccount();
      const request = await composePublish(account);
      const replies = await Promise.all(Array.from({ length: 50 }, () => publish(door, account, request)));
      const [won, ...others] = replies.sort((a, b) => a.status - b.status);
      if (won) expectView(won, 201, ListingView);
      expect(others).toHaveLength(49);
      for (const reply of others) expectProblem(reply, 409, "VERSION_EXISTS");
    });

    it("for a version that was withdrawn or rejected, whatever build metadata it has now", async () => {
      const account = await createAccount();
      const request = await composePublish(account);
      const withdrawn = expectView(await publish(door, account, request), 201, ListingView);
      await ask(door, `POST /api/marketplace/listings/${withdrawn.id}/withdraw`, { as: account });
      const second = { ...request, version: "2.0.0" };
      const rejected = expectView(await publish(door, account, second), 201, ListingView);
      await reject(rejected.id);
      for (const version of ["1.0.0", "1.0.0+7", "2.0.0", "2.0.0+a.b"]) {
        expectProblem(await publish(door, account, { ...request, version }), 409, "VERSION_EXISTS");
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
      ["999999999999999.0.0", "999999999999998.0.0"],
    ])("%s ranks above %s", async (high, low) => {
      const account = await createAccount();
      const request = await composePublish(account, { version: high });
      expectView(await publish(door, account, request), 201, ListingView);
      const refused = await publish(door, account, { ...request, version: low });
      expectProblem(refused, 422, "VERSION_NOT_INCREMENTED");
      const other = await composePublish(account, { version: low });
      expectView(await publish(door, account, other), 201, ListingView);
      expectView(await publish(door, account, { ...other, version: high }), 201, ListingView);
    });

    it("counts approved and pending versions, and no others", async () => {
      const account = await createAccount();
      const request = await composePublish(account, { version: "2.0.0" });
      const approved = expectView(await publish(door, account, request), 201, ListingView);
      await decideListing(await signInAdmin(), { listingId: approved.id, action: "approve" });
      const lower = { ...request, version: "1.0.0" };
      expectProblem(await publish(door, account, lower), 422, "VERSION_NOT_INCREMENTED");
      const higher = expectView(
        await publish(door, account, { ...request, version: "3.0.0" }),
        201,
        ListingView,
      );
      await reject(higher.id);
      expectView(await publish(door, account, { ...request, version: "2.5.0" }), 201, ListingView);
    });
  });

  describe("422 REFERENCE_NOT_FOUND", () => {
    it.each(["", "no-uuid", NOBODYS_ID, "\u0000", `${NOBODYS_ID} `])(
      "for the entity %j",
      async (appPluginId) => {
        const account = await createAccount();
        const request = await composePublish(account, { appPluginId });
        expectProblem(await publish(door, account, request), 422, "REFERENCE_NOT_FOUND", ["appPluginId"]);
      },
    );

    it("for another tenant's entity and for one of another type", async () => {
      const [account, other] = [await createAccount(), await createAccount()];
      const foreign = await createEntity(db(), { type: "APP_PLUGIN", tenantId: other.tenantId });
      const theme = await createEntity(db(), { type: "THEME", tenantId: account.tenantId });
      for (const { id: appPluginId } of [foreign, theme]) {
        const request = await composePublish(account, { appPluginId });
        expectProblem(await publish(door, account, request), 422, "REFERENCE_NOT_FOUND", ["appPluginId"]);
      }
    });
  });

  describe("the archive", () => {
    it("is one that the tenant has uploaded", async () => {
      const [account, other] = [await createAccount(), await createAccount()];
      const request = await composePublish(account);
      const archiveSha256 = await storeArchive(door, other, { ...request, type: "app" });
      const reply = await publish(door, account, { ...request, archiveSha256 });
      expectProblem(reply, 422, "REFERENCE_NOT_FOUND", ["archiveSha256"]);
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
        const archiveSha256 = await storeArchive(door, account, { ...request, type: "app", ...differing });
        const reply = await publish(door, account, { ...request, archiveSha256 });
        if (path) expectProblem(reply, status, "ARCHIVE_REJECTED" satisfies ErrorCode, [path]);
        else expect(expectView(reply, 201, ListingView)).toMatchObject({ archiveSha256 });
      },
    );
  });
});

async function reject(listingId: string): Promise<void> {
  const decision = { action: "reject", reason: "BROKEN", comment: "It does not start." } as const;
  await decideListing(await signInAdmin(), { listingId, ...decision });
}

async function storeArchive(door: RouteHandlers, account: Account, manifest: object): Promise<string> {
  const archive = pluginArchive(manifest);
  expectView(await uploadArchive(door, account, archive), 201, ArchiveView);
  return archive.sha256;
}
