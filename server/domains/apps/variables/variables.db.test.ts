import { randomBytes } from "node:crypto";
import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { createApp } from "@/db/factories.ts";
import { appVariables, auditLog, domainEvents } from "@/db/schema/index.ts";
import { NIL_ID, sessionOfActor, setUpPlatform, signInMember } from "@/e2e/support/platform.ts";
import { database, type TenantContext } from "@/server/core/context.ts";
import { completeEnv } from "@/server/core/env/env.ts";
import { createCaller } from "@/server/router.ts";
import { MAX_VALUE_BYTES, MAX_VARIABLES } from "@/shared/variables.ts";
import { deleteApp } from "../deletion/service.ts";
import { SetVariable } from "./input.ts";
import { deleteVariable, listVariables, setVariable } from "./service.ts";

setUpPlatform();

const KEY = randomBytes(32).toString("base64");
const SECRET = "the-value-of-a-secret";
beforeAll(() => void completeEnv({ SECRETS_KEY: KEY }));

async function signInWithApp(role: "OWNER" | "DEVELOPER" | "VIEWER" = "DEVELOPER") {
  const ctx = await signInMember(role);
  const app = await createApp(database().systemDb.orm, { tenantId: ctx.tenant.id });
  const set = (input: object) => setVariable(ctx, SetVariable.parse({ appId: app.id, ...input }));
  return { ctx, appId: app.id, set };
}

const storedVariables = (appId: string) =>
  database().systemDb.orm.select().from(appVariables).where(eq(appVariables.appId, appId));

const auditOf = (ctx: TenantContext) =>
  database()
    .systemDb.orm.select({ action: auditLog.action, before: auditLog.before, after: auditLog.after })
    .from(auditLog)
    .where(eq(auditLog.tenantId, ctx.tenant.id))
    .orderBy(auditLog.at, auditLog.id);

describe("setVariable", () => {
  it("stores a secret encrypted and a plain value as it is, and shows only the latter", async () => {
    const { ctx, appId, set } = await signInWithApp();
    expect(await set({ name: "TOKEN", value: SECRET })).toMatchObject({ isNew: true });
    expect(await set({ name: "URL", value: "http://a", isSecret: false, platforms: ["IOS"] })).toMatchObject({
      isNew: true,
      variable: { name: "URL", isSecret: false, platforms: ["IOS"], value: "http://a" },
    });
    expect(await listVariables(ctx, appId)).toEqual([
      {
        name: "TOKEN",
        isSecret: true,
        platforms: [],
        value: null,
        updatedAt: expect.any(String),
        updatedBy: ctx.actor.kind === "user" ? ctx.actor.name : "",
        warnings: [],
      },
      expect.objectContaining({ name: "URL", value: "http://a" }),
    ]);
    const [token] = (await storedVariables(appId)).filter(({ name }) => name === "TOKEN");
    expect(token?.value).toBeNull();
    expect(Buffer.from(token?.encrypted ?? []).toString("latin1")).not.toContain(SECRET);
  });

  it.each(["INPUTS", "PATH", "BASH_ENV", "LD_PRELOAD", "NODE_OPTIONS", "GIT_SSH_COMMAND", "HTTPS_PROXY"])(
    "refuses the name %s, which programs on the build worker read",
    (name) => {
      expect(SetVariable.safeParse({ appId: NIL_ID, name, value: "" }).error?.issues).toMatchObject([
        { path: ["name"], message: expect.stringMatching(/^is (set by|reserved)/) },
      ]);
    },
  );

  it.each(["NODE_ENV", "GIT_TOKEN", "SSH_PRIVATE_KEY", "DOCKER_PASSWORD", "HOME_URL", "GRADLE_OPTS"])(
    "takes the name %s",
    (name) => {
      expect(SetVariable.safeParse({ appId: NIL_ID, name, value: "" }).success).toBe(true);
    },
  );

  it("changes what is given, also a secret to a plain value, and keeps the rest", async () => {
    const { ctx, appId, set } = await signInWithApp();
    await set({ name: "A", value: SECRET, platforms: ["ANDROID"] });
    expect(await set({ name: "A", value: "plain", isSecret: false })).toMatchObject({ isNew: false });
    const variables = () => listVariables(ctx, appId);
    expect(await variables()).toMatchObject([{ isSecret: false, platforms: ["ANDROID"], value: "plain" }]);
    expect(await storedVariables(appId)).toMatchObject([{ encrypted: null }]);
    await set({ name: "A", value: "other", platforms: [] });
    expect(await variables()).toMatchObject([{ isSecret: false, platforms: [], value: "other" }]);
    await set({ name: "A", value: SECRET, isSecret: true });
    await set({ name: "A", value: "another secret" });
    expect(await variables()).toMatchObject([{ isSecret: true, platforms: [], value: null }]);
  });

  it("writes one audit row without values, and no event", async () => {
    const { ctx, appId, set } = await signInWithApp();
    await set({ name: "A", value: SECRET });
    await set({ name: "A", value: "a plain value", isSecret: false, platforms: ["IOS"] });
    await deleteVariable(ctx, { appId, name: "A" });
    const [one, two] = [
      { name: "A", isSecret: true, platforms: [] },
      { name: "A", isSecret: false, platforms: ["IOS"] },
    ];
    expect(await auditOf(ctx)).toEqual([
      { action: "app.set_variable", before: null, after: one },
      { action: "app.set_variable", before: one, after: two },
      { action: "app.delete_variable", before: two, after: null },
    ]);
    const events = await database()
      .systemDb.orm.select()
      .from(domainEvents)
      .where(eq(domainEvents.tenantId, ctx.tenant.id));
    expect(events).toEqual([]);
  });

  it("takes so many variables for an app, and still replaces one then", { timeout: 20_000 }, async () => {
    const { set } = await signInWithApp();
    const all = Array.from({ length: MAX_VARIABLES }, (_, at) => ({
      name: `V${at}`,
      value: "",
      isSecret: false,
    }));
    const racing = [...all, { name: "EXTRA", value: "", isSecret: false }];
    const ends = await Promise.allSettled(racing.map(set));
    expect(ends.filter(({ status }) => status === "rejected")).toMatchObject([
      { reason: { code: "INVALID_TRANSITION" } },
    ]);
    const [first = { name: "" }] = all;
    await set({ ...first, value: "again" });
  });

  it.each([
    { name: "lower" },
    { name: "1A" },
    { name: "A-B" },
    { name: "" },
    { name: "A\n" },
    { name: "A".repeat(65) },
    { name: "BUILD_ID" },
    { name: "ARTIFACT" },
    { name: "INPUTS" },
    { value: undefined },
    { value: 7 },
    { value: "a\0b" },
    { value: "\ud800" },
    { value: "x".repeat(MAX_VALUE_BYTES + 1) },
    { value: "é".repeat(MAX_VALUE_BYTES / 2 + 1) },
    { isSecret: "yes" },
    { platforms: ["WEB"] },
    { platforms: "IOS" },
  ])("refuses %j", (wrong) => {
    const [path = ""] = Object.keys(wrong);
    const parsed = SetVariable.safeParse({ appId: NIL_ID, name: "A", value: "", ...wrong });
    expect(parsed.error?.issues[0]?.path[0]).toBe(path);
  });

  it("takes values of the full length, any other characters, and empty ones", () => {
    for (const value of ["", "x".repeat(MAX_VALUE_BYTES), "\t\r\n\u0001\u2028🚢", " a "]) {
      expect(SetVariable.parse({ appId: NIL_ID, name: "A", value })).toMatchObject({ value });
    }
    expect(
      SetVariable.parse({ appId: NIL_ID, name: "_", value: "", platforms: ["IOS", "IOS", "ANDROID"] }),
    ).toMatchObject({ platforms: ["ANDROID", "IOS"] });
  });
});

describe("access to variables", () => {
  it("is refused to viewers and to other tenants, and without a session", async () => {
    const { ctx, appId, set } = await signInWithApp();
    await set({ name: "A", value: SECRET });
    const as = (someone: TenantContext) => [
      () => listVariables(someone, appId),
      () => setVariable(someone, SetVariable.parse({ appId, name: "A", value: "other" })),
      () => deleteVariable(someone, { appId, name: "A" }),
    ];
    const stranger = await signInMember("OWNER");
    for (const call of as(stranger)) await expect(call()).rejects.toMatchObject({ code: "NOT_FOUND" });
    const viewer: TenantContext = { ...ctx, role: "VIEWER", permissions: new Set(["BUILDS_READ"]) };
    for (const call of as(viewer)) await expect(call()).rejects.toMatchObject({ code: "PERMISSION_DENIED" });
    const anonymous = createCaller({ session: null, requestId: "without-a-session" });
    await expect(anonymous.variables.list({ tenant: ctx.tenant.slug, appId })).rejects.toMatchObject({
      code: "UNAUTHORIZED",
    });
    const others = createCaller({ session: sessionOfActor(stranger.actor), requestId: "of-another-tenant" });
    await expect(others.variables.list({ tenant: ctx.tenant.slug, appId })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    expect(await storedVariables(appId)).toHaveLength(1);
  });

  it("ends with the app", async () => {
    const { ctx, appId, set } = await signInWithApp();
    await set({ name: "A", value: SECRET });
    await expect(deleteVariable(ctx, { appId, name: "B" })).rejects.toMatchObject({ code: "NOT_FOUND" });
    await deleteApp(ctx, appId);
    expect(await storedVariables(appId)).toEqual([]);
    await expect(listVariables(ctx, appId)).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});
