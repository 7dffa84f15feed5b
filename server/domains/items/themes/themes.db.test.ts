import { and, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { createEntity, createMembership, createUser } from "@/db/factories.ts";
import { auditLog } from "@/db/schema/index.ts";
import { setUpPlatform, signInAdmin, signInMember } from "@/e2e/support/platform.ts";
import { permissionsOfRole } from "@/server/core/authorize.ts";
import {
  createContext,
  database,
  enterTenant,
  systemContext,
  type TenantContext,
} from "@/server/core/context.ts";
import { publishListing } from "@/server/domains/listings/publish.ts";
import { getListedLook } from "@/server/domains/listings/service.ts";
import { getMarketplaceItem } from "@/server/domains/marketplace/service.ts";
import { getReview } from "@/server/domains/moderation/review.ts";
import { decideListing } from "@/server/domains/moderation/service.ts";
import { STARTER_THEME, type ThemeConfig } from "@/shared/plugin/theme-config.ts";
import { reference } from "@/shared/text/text.ts";
import { getRevision, getTheme, listThemes, saveTheme } from "./service.ts";

setUpPlatform();

const registerTheme = (ctx: TenantContext) =>
  createEntity(database().systemDb.orm, { type: "THEME", tenantId: ctx.tenant.id });

const inAccent = (accent: string): ThemeConfig => ({
  ...STARTER_THEME,
  colors: { ...STARTER_THEME.colors, light: { ...STARTER_THEME.colors.light, accent } },
});

/** Another person in the same tenant. */
async function joinTenant({ tenant }: TenantContext, name: string): Promise<TenantContext> {
  const { orm } = database().systemDb;
  const { id: userId, email } = await createUser(orm, { name });
  await createMembership(orm, { tenantId: tenant.id, userId });
  const actor = { kind: "user", userId, email, name, isSuperAdmin: false, isEmailVerified: true } as const;
  return enterTenant(createContext(actor), {
    tenant,
    role: "DEVELOPER",
    permissions: permissionsOfRole("DEVELOPER"),
  });
}

describe("saveTheme", () => {
  it("saves the draft over its revision, with one audit row", async () => {
    const ctx = await signInMember();
    const { id: themeId } = await registerTheme(ctx);
    await expect(getTheme(ctx, themeId)).resolves.toMatchObject({
      revision: 1,
      editedBy: null,
      themeConfig: STARTER_THEME,
    });
    const themeConfig = inAccent("#7a1f3d");
    await expect(saveTheme(ctx, { themeId, revision: 1, themeConfig })).resolves.toMatchObject({
      revision: 2,
    });
    await expect(getTheme(ctx, themeId)).resolves.toMatchObject({ revision: 2, themeConfig });
    const audit = await database()
      .systemDb.orm.select()
      .from(auditLog)
      .where(and(eq(auditLog.subjectId, themeId), eq(auditLog.action, "theme.save")));
    expect(audit).toMatchObject([{ before: { revision: 1 }, after: { revision: 2, themeConfig } }]);
  });

  it("refuses the second of two concurrent saves with the name of the first editor", async () => {
    const ctx = await signInMember();
    const ada = await joinTenant(ctx, "Ada");
    const { id: themeId } = await registerTheme(ctx);
    await saveTheme(ada, { themeId, revision: 1, themeConfig: inAccent("#00695c") });
    await expect(
      saveTheme(ctx, { themeId, revision: 1, themeConfig: inAccent("#b00020") }),
    ).rejects.toMatchObject({
      code: "INVALID_TRANSITION",
      message: expect.stringMatching(/^Ada saved this theme after/),
    });
    await expect(getRevision(ctx, themeId)).resolves.toMatchObject({
      revision: 2,
      editedBy: "Ada",
      isOwn: false,
    });
    await expect(getTheme(ctx, themeId)).resolves.toMatchObject({ themeConfig: inAccent("#00695c") });
  });

  it("accepts one of ten concurrent saves", async () => {
    const ctx = await signInMember();
    const { id: themeId } = await registerTheme(ctx);
    const saves = Array.from({ length: 10 }, () =>
      saveTheme(ctx, { themeId, revision: 1, themeConfig: STARTER_THEME }),
    );
    const outcomes = await Promise.allSettled(saves);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });

  it("refuses a viewer, and is not found for another tenant", async () => {
    const [ctx, other, viewer] = [await signInMember(), await signInMember(), await signInMember("VIEWER")];
    const [{ id: themeId }, viewed] = [await registerTheme(ctx), await registerTheme(viewer)];
    const save = { revision: 1, themeConfig: STARTER_THEME };
    await expect(saveTheme(viewer, { ...save, themeId: viewed.id })).rejects.toMatchObject({
      code: "PERMISSION_DENIED",
    });
    await expect(getTheme(viewer, viewed.id)).resolves.toMatchObject({ id: viewed.id });
    for (const attempt of [
      () => saveTheme(other, { ...save, themeId }),
      () => getTheme(other, themeId),
      () => getRevision(other, themeId),
      () => getTheme(ctx, reference().parse("no-uuid")),
    ]) {
      await expect(attempt()).rejects.toMatchObject({ code: "NOT_FOUND" });
    }
    await expect(listThemes(other, { limit: 10 })).resolves.toMatchObject({ themes: [] });
  });
});

describe("a published theme", () => {
  it("keeps its snapshot for publisher, moderators and the marketplace", async () => {
    const [ctx, admin] = [await signInMember(), await signInAdmin()];
    const { id: themeId, slug } = await registerTheme(ctx);
    const [first, second] = [inAccent("#7a1f3d"), inAccent("#1f3d7a")];
    const publish = (version: string) =>
      publishListing(ctx, { type: "THEME", name: "Wine", slug, version, description: "Red.", themeId });
    await saveTheme(ctx, { themeId, revision: 1, themeConfig: first });
    const { id: listingId } = await publish("1.0.0");
    await saveTheme(ctx, { themeId, revision: 2, themeConfig: second });
    await expect(getListedLook(ctx, listingId)).resolves.toMatchObject({ themeConfig: first });
    await expect(getReview(admin, listingId)).resolves.toMatchObject({
      looks: { submitted: { themeConfig: first }, approved: null },
    });
    await decideListing(admin, { listingId, action: "approve" });
    const read = () => getMarketplaceItem(systemContext("public"), { type: "THEME", slug });
    await expect(read()).resolves.toMatchObject({ look: { themeConfig: first } });
    const next = await publish("1.1.0");
    await expect(getReview(admin, next.id)).resolves.toMatchObject({
      looks: { submitted: { themeConfig: second }, approved: { themeConfig: first } },
    });
    await expect(read()).resolves.toMatchObject({ version: "1.0.0", look: { themeConfig: first } });
    await expect(getTheme(ctx, themeId)).resolves.toMatchObject({
      version: "1.1.0",
      approvedVersion: "1.0.0",
    });
  });

  it("has the starter look without a draft", async () => {
    const ctx = await signInMember();
    const { id: themeId, slug } = await registerTheme(ctx);
    const version = "1.0.0";
    const { id } = await publishListing(ctx, {
      type: "THEME",
      name: slug,
      slug,
      version,
      description: "x",
      themeId,
    });
    await expect(getListedLook(ctx, id)).resolves.toEqual({ themeConfig: STARTER_THEME, previewImages: [] });
    const other = await signInMember();
    await expect(getListedLook(other, id)).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});
