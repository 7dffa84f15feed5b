import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { and, eq, like } from "drizzle-orm";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createEntity } from "@/db/factories.ts";
import { auditLog, themePreviews } from "@/db/schema/index.ts";
import { setUpPlatform, signInAdmin, signInMember } from "@/e2e/support/platform.ts";
import { type Context, database, systemContext, type TenantContext } from "@/server/core/context.ts";
import { completeEnv } from "@/server/core/env/env.ts";
import { publishListing } from "@/server/domains/listings/publish.ts";
import { withdrawListing } from "@/server/domains/listings/service.ts";
import { decideListing } from "@/server/domains/moderation/service.ts";
import { deleteQueuedObjects } from "@/server/storage/garbage-collection.ts";
import { objectStore } from "@/server/storage/object-store.ts";
import { reference } from "@/shared/text/text.ts";
import { collectPreviews } from "./collect-previews.ts";
import { openPreview } from "./open-preview.ts";
import { addPreview, editPreview, previewKey, removePreview } from "./previews.ts";
import { getTheme } from "./service.ts";

setUpPlatform();

let picture: Buffer;
const directory = mkdtempSync(join(tmpdir(), "drydock-previews-"));

beforeAll(async () => {
  completeEnv({ DATA_DIR: directory });
  picture = await sharp({ create: { width: 700, height: 1_400, channels: 3, background: "#2f5fa8" } })
    .png()
    .toBuffer();
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const registerTheme = (ctx: TenantContext) =>
  createEntity(database().systemDb.orm, { type: "THEME", tenantId: ctx.tenant.id });

async function* inPieces(bytes: Buffer): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 1_000) yield bytes.subarray(at, at + 1_000);
}

const add = (ctx: TenantContext, themeId: string, altText = "The list of notes", bytes = picture) =>
  addPreview(ctx, { themeId, altText, bytes: inPieces(bytes) });

const open = (viewer: Context | null, previewId: string, width = 320) =>
  openPreview(systemContext("previews"), viewer?.actor.kind === "user" ? viewer.actor : null, {
    previewId,
    width,
  });

/** The platform, a day and an hour later. */
const later = (): Context => ({ ...systemContext("jobs"), now: () => new Date(Date.now() + 25 * 3_600_000) });

const isStored = async (previewId: string) => (await objectStore().head(previewKey(previewId, 320))) !== null;

describe("addPreview", () => {
  it("stores every width before the draft names the image, with one audit row", async () => {
    const ctx = await signInMember();
    const { id: themeId } = await registerTheme(ctx);
    const image = await add(ctx, themeId);
    expect(image).toMatchObject({ altText: "The list of notes", width: 700, height: 1_400 });
    await expect(getTheme(ctx, themeId)).resolves.toMatchObject({ previewImages: [image], revision: 1 });
    for (const width of [320, 640, 700]) {
      const { body, sizeBytes } = await open(ctx, image.id, width);
      const pieces = [];
      for await (const piece of body) pieces.push(piece);
      const bytes = Buffer.concat(pieces);
      expect(bytes.length).toBe(sizeBytes);
      expect(await sharp(bytes).metadata()).toMatchObject({ format: "webp", width });
    }
    const audit = await database()
      .systemDb.orm.select()
      .from(auditLog)
      .where(and(eq(auditLog.subjectId, themeId), like(auditLog.action, "theme.%")));
    expect(audit.map(({ action }) => action)).toEqual(["theme.add_preview"]);
  });

  it("stores nothing of a refused, too large or aborted upload", async () => {
    const ctx = await signInMember();
    const { id: themeId } = await registerTheme(ctx);
    async function* broken() {
      yield picture.subarray(0, 100);
      throw new Error("hung up");
    }
    for (const [bytes, code] of [
      [inPieces(Buffer.from("<svg/>")), { code: "VALIDATION_FAILED" }],
      [inPieces(Buffer.alloc(8 * 1_048_576 + 1)), { code: "PAYLOAD_TOO_LARGE" }],
      [broken(), { message: "hung up" }],
    ] as const) {
      await expect(addPreview(ctx, { themeId, altText: "x", bytes })).rejects.toMatchObject(code);
    }
    await expect(getTheme(ctx, themeId)).resolves.toMatchObject({ previewImages: [] });
    expect(await database().systemDb.orm.$count(themePreviews, eq(themePreviews.themeId, themeId))).toBe(0);
  });

  it("enforces the maximum number of images under concurrent uploads", async () => {
    const ctx = await signInMember();
    const { id: themeId } = await registerTheme(ctx);
    const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => add(ctx, themeId)));
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(8);
    await expect(add(ctx, themeId)).rejects.toMatchObject({ code: "VALIDATION_FAILED" });
  });

  it("refuses a viewer, and is not found for another tenant", async () => {
    const [ctx, other, viewer] = [await signInMember(), await signInMember(), await signInMember("VIEWER")];
    const { id: themeId } = await registerTheme(ctx);
    const viewed = await registerTheme(viewer);
    await expect(add(viewer, viewed.id)).rejects.toMatchObject({ code: "PERMISSION_DENIED" });
    await expect(add(other, themeId)).rejects.toMatchObject({ code: "NOT_FOUND" });
    const { id: previewId } = await add(ctx, themeId);
    for (const attempt of [
      () => editPreview(other, { themeId, previewId, altText: "Mine" }),
      () => removePreview(other, { themeId, previewId }),
      () => removePreview(ctx, { themeId, previewId: themeId }),
    ]) {
      await expect(attempt()).rejects.toMatchObject({ code: "NOT_FOUND" });
    }
  });
});

describe("editPreview", () => {
  it("changes text and position", async () => {
    const ctx = await signInMember();
    const { id: themeId } = await registerTheme(ctx);
    const ids = [];
    for (const altText of ["One", "Two", "Three"]) ids.push((await add(ctx, themeId, altText)).id);
    const [, , third = ""] = ids;
    const images = await editPreview(ctx, { themeId, previewId: third, position: 0, altText: "Last made" });
    expect(images.map(({ altText }) => altText)).toEqual(["Last made", "One", "Two"]);
  });
});

describe("openPreview", () => {
  it("shows a draft's image to its tenant alone, a listed one to Super Admins, and an approved one to everybody", async () => {
    const [ctx, other, admin] = [await signInMember("OWNER"), await signInMember(), await signInAdmin()];
    const { id: themeId, slug } = await registerTheme(ctx);
    const { id } = await add(ctx, themeId);
    const expectAbsent = async (...viewers: (Context | null)[]) => {
      for (const viewer of viewers)
        await expect(open(viewer, id)).rejects.toMatchObject({ code: "NOT_FOUND" });
    };
    await expect(open(ctx, id)).resolves.toMatchObject({ isPublic: false });
    await expectAbsent(other, admin, null);
    const version = "1.0.0";
    const request = { type: "THEME", name: slug, slug, version, description: "x", themeId } as const;
    const { id: listingId } = await publishListing(ctx, request);
    await expect(open(admin, id)).resolves.toMatchObject({ isPublic: false });
    await expectAbsent(other, null);
    await decideListing(admin, { listingId, action: "approve" });
    await expect(open(null, id)).resolves.toMatchObject({ isPublic: true });
    await withdrawListing(ctx, listingId);
    await expectAbsent(other, null);
    await expect(open(null, id, 321)).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(open(null, reference().parse("../../secrets"))).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});

describe("collectPreviews", () => {
  it("deletes images that were detached for a day, and keeps those of listings", async () => {
    const ctx = await signInMember();
    const { id: themeId, slug } = await registerTheme(ctx);
    const [shown, listed, removed] = [
      await add(ctx, themeId),
      await add(ctx, themeId),
      await add(ctx, themeId),
    ];
    await removePreview(ctx, { themeId, previewId: removed.id });
    const version = "1.0.0";
    await publishListing(ctx, { type: "THEME", name: slug, slug, version, description: "x", themeId });
    await removePreview(ctx, { themeId, previewId: listed.id });
    await collectPreviews(systemContext("jobs"));
    expect(await isStored(removed.id)).toBe(true);
    await collectPreviews(later());
    await deleteQueuedObjects(later());
    expect(await Promise.all([shown, listed, removed].map(({ id }) => isStored(id)))).toEqual([
      true,
      true,
      false,
    ]);
    await expect(open(ctx, removed.id)).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(open(ctx, listed.id)).resolves.toMatchObject({ isPublic: false });
    const { orm } = database().systemDb;
    expect(await orm.$count(themePreviews, eq(themePreviews.id, removed.id))).toBe(0);
  });

  it("deletes the images of an aborted upload", async () => {
    const ctx = await signInMember();
    const { id: themeId } = await registerTheme(ctx);
    const [id, now] = [ctx.newId(), ctx.now()];
    const left = { id, tenantId: ctx.tenant.id, themeId, width: 320, height: 320, detachedAt: now };
    await database().systemDb.orm.insert(themePreviews).values(left);
    async function* bytes() {
      yield picture;
    }
    await objectStore().put(previewKey(id, 320), bytes());
    await expect(open(ctx, id)).rejects.toMatchObject({ code: "NOT_FOUND" });
    await collectPreviews(later());
    await deleteQueuedObjects(later());
    expect(await isStored(id)).toBe(false);
  });
});
