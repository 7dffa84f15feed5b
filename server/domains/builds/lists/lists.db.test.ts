import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { createApp, createBuild, createMembership, createUser } from "@/db/factories.ts";
import { auditLog } from "@/db/schema/index.ts";
import { NIL_ID, setUpPlatform, signInMember } from "@/e2e/support/platform.ts";
import { toUserActor } from "@/server/auth/sessions/load-session.ts";
import { database } from "@/server/core/context.ts";
import { BrowseBuilds } from "../input.ts";
import { listFacets } from "./facets.ts";
import { deleteView, listViews, MAX_VIEWS, saveView } from "./views.ts";

setUpPlatform();

const orm = () => database().systemDb.orm;

describe("the values of filters", () => {
  it("are those of the tenant's builds, with names and counts", async () => {
    const [ctx, other] = [await signInMember(), await signInMember()];
    const app = await createApp(orm(), { tenantId: ctx.tenant.id, name: "Field Notes" });
    const theirs = await createApp(orm(), { tenantId: other.tenant.id, name: "Secret app" });
    const add = (values: object) =>
      createBuild(orm(), { tenantId: ctx.tenant.id, appId: app.id, gitRef: "main", ...values });
    await add({ createdBy: ctx.actor.userId, workerId: "mac-1" });
    await add({ gitRef: "next", status: "FAILED" });
    await createBuild(orm(), { tenantId: other.tenant.id, appId: theirs.id, gitRef: "secret" });
    const { values, isCapped } = await listFacets(ctx, BrowseBuilds.parse({ gitRef: "main" }));
    expect(isCapped).toBe(false);
    expect(values).toMatchObject({
      status: [{ value: "QUEUED", builds: 1 }],
      appId: [{ value: app.id, label: "Field Notes", builds: 1 }],
      gitRef: [
        { value: "main", label: "main", builds: 1 },
        { value: "next", builds: 1 },
      ],
      workerId: [{ value: "mac-1", builds: 1 }],
      createdBy: [{ value: ctx.actor.userId, label: ctx.actor.name, builds: 1 }],
    });
    expect(JSON.stringify(values)).not.toMatch(/secret/i);
  });

  it("name nothing of other tenants, whatever is asked for", async () => {
    const [ctx, other] = [await signInMember(), await signInMember()];
    const theirs = await createApp(orm(), { tenantId: other.tenant.id, name: "Secret app" });
    const colleague = await createUser(orm(), { name: "Grace" });
    await createMembership(orm(), { tenantId: ctx.tenant.id, userId: colleague.id });
    const namesFor = async (appId: string, createdBy: string) => {
      const { values } = await listFacets(ctx, BrowseBuilds.parse({ appId, createdBy }));
      return [...values.appId, ...values.createdBy].map(({ label }) => label);
    };
    const stranger = other.actor.userId;
    expect(await namesFor(theirs.id, stranger)).toEqual([theirs.id, stranger]);
    expect(await namesFor(theirs.id, colleague.id)).toEqual([theirs.id, "Grace"]);
  });
});

describe("saved views", () => {
  it("belong to a person in a tenant, are saved under a name, and deleted", async () => {
    const ctx = await signInMember("VIEWER");
    const saved = await saveView(ctx, { name: "Mine", query: "status=FAILED&ref=main" });
    await saveView(ctx, { name: "All", query: "" });
    expect((await listViews(ctx)).map(({ name }) => name)).toEqual(["All", "Mine"]);
    const again = await saveView(ctx, { name: "Mine", query: "ref=next" });
    expect(again).toEqual({ id: saved.id, name: "Mine", query: "ref=next" });
    expect(await listViews(ctx)).toHaveLength(2);

    const user = await createUser(orm());
    await createMembership(orm(), { tenantId: ctx.tenant.id, userId: user.id });
    const colleague = { ...ctx, actor: toUserActor(user) };
    expect(await listViews(colleague)).toEqual([]);
    for (const stranger of [colleague, await signInMember("OWNER")]) {
      await expect(deleteView(stranger, saved.id)).rejects.toMatchObject({ code: "NOT_FOUND" });
    }
    await deleteView(ctx, saved.id);
    await expect(deleteView(ctx, saved.id)).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(deleteView(ctx, NIL_ID)).rejects.toMatchObject({ code: "NOT_FOUND" });
    const entries = await orm().select().from(auditLog).where(eq(auditLog.subjectId, saved.id));
    expect(entries.map(({ action }) => action)).toEqual([
      "build_view.save",
      "build_view.save",
      "build_view.delete",
    ]);
  });

  it("are limited in number", async () => {
    const ctx = await signInMember();
    for (let n = 1; n <= MAX_VIEWS; n += 1) await saveView(ctx, { name: `View ${n}`, query: "" });
    await expect(saveView(ctx, { name: "One more", query: "" })).rejects.toMatchObject({
      code: "INVALID_TRANSITION",
    });
    await saveView(ctx, { name: "View 1", query: "status=FAILED" });
  });
});
