import { randomUUID } from "node:crypto";
import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll } from "vitest";
import { createApp, createEntity } from "@/db/factories.ts";
import { listings } from "@/db/schema/index.ts";
import { database } from "@/server/core/context.ts";
import { completeEnv } from "@/server/core/env/env.ts";
import { SetInstallation } from "@/server/domains/apps/installations/input.ts";
import { setInstallation } from "@/server/domains/apps/installations/service.ts";
import { uploadArchive } from "@/server/domains/items/archives/upload.ts";
import { publishListing } from "@/server/domains/listings/publish.ts";
import { type ListingStatus, type ListingType, REFERENCE_FIELD } from "@/shared/vocabulary.ts";
import { pluginArchive } from "./archives.ts";
import { signInMember } from "./platform.ts";

const orm = () => database().systemDb.orm;

/** Object store of one test file, for the archives of its items. */
export function setUpStorage(): void {
  const directory = mkdtempSync(join(tmpdir(), "drydock-objects-"));
  beforeAll(() => void completeEnv({ STORAGE_URL: `file://${directory}` }));
  afterAll(() => rm(directory, { recursive: true }));
}

/** Publisher of one item, whose versions are approved at once. */
export async function createItem(type: ListingType = "APP_PLUGIN") {
  const ctx = await signInMember();
  const slug = `installed-${randomUUID()}`;
  const { id: entityId } = await createEntity(orm(), { type, tenantId: ctx.tenant.id, slug });
  const entity = REFERENCE_FIELD[type];
  const setStatus = (id: string, status: ListingStatus) =>
    orm().update(listings).set({ status, decidedAt: new Date() }).where(eq(listings.id, id));
  const publish = async (version: string, permissions: string[] = [], hasCode = type !== "THEME") => {
    const archive = hasCode
      ? pluginArchive({ slug, version, permissions, type: type === "APP_PLUGIN" ? "app" : "system" })
      : null;
    if (archive) {
      const bytes = async function* () {
        yield archive.bytes;
      };
      await uploadArchive(ctx, { sha256: archive.sha256, bytes: bytes() });
    }
    const fields = { name: "An item", description: "x", [entity]: entityId };
    const { id } = await publishListing(ctx, {
      type,
      slug,
      version,
      ...fields,
      ...(archive && { archiveSha256: archive.sha256 }),
    });
    await setStatus(id, "APPROVED");
    return { id, archive };
  };
  return { ctx, type, slug, publish, setStatus };
}

export type Item = Awaited<ReturnType<typeof createItem>>;

/** Member of a new tenant with an app. */
export async function signInWithApp(role: "OWNER" | "DEVELOPER" | "VIEWER" = "DEVELOPER") {
  const ctx = await signInMember(role);
  const { id: appId } = await createApp(orm(), { tenantId: ctx.tenant.id });
  const install = ({ type, slug }: Item, content: object = {}, target: string | null = appId) =>
    setInstallation(ctx, SetInstallation.parse({ appId: target, type, slug, ...content }));
  return { ctx, appId, install };
}
