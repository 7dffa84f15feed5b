import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import {
  createApp,
  createBuild,
  createEntity,
  createListing,
  createMembership,
  createTenant,
  createUser,
} from "@/db/factories.ts";
import { applyFunctionFiles, FILES_AFTER_TABLES } from "@/db/migrate.ts";
import { auditLog, billingEvents } from "@/db/schema/index.ts";
import { sessionOfActor, setUpPlatform, signInAdmin, signInMember } from "@/e2e/support/platform.ts";
import { permissionsOfRole } from "@/server/core/authorize.ts";
import { createContext, database, enterTenant, type TenantContext } from "@/server/core/context.ts";
import { createCaller } from "@/server/router.ts";
import { Search } from "./input.ts";
import { searchPlatform } from "./search-platform.ts";
import { searchTenant } from "./search-tenant.ts";

setUpPlatform();

const inTenant = (ctx: TenantContext, search: string, onlyFailed = false) =>
  searchTenant(ctx, Search.parse({ search, onlyFailed }));
const onPlatform = async (search: string) => searchPlatform(await signInAdmin(), Search.parse({ search }));
const COMMIT = "3f9c2ab1d0e84f7796a5c3b2e1d0f9a8b7c6d5e4";
const labelsOf = (builds: { app: { name: string }; number: number }[]) =>
  builds.map(({ app, number }) => `${app.name} ${number}`);

describe("searchTenant", () => {
  let ctx: Awaited<ReturnType<typeof signInMember>>;

  beforeAll(async () => {
    const { orm } = database().systemDb;
    ctx = await signInMember();
    const tenantId = ctx.tenant.id;
    const notes = await createApp(orm, { tenantId, name: "Field Notes", slug: "field-notes" });
    const store = await createApp(orm, { tenantId, name: "Store", slug: "store", archivedAt: new Date() });
    for (const gitRef of ["main", "feature/Login-Form", null]) {
      const gitCommit = gitRef === null ? COMMIT : null;
      await createBuild(orm, { tenantId, appId: notes.id, version: "2.5.0", gitRef, gitCommit });
    }
    await createBuild(orm, {
      tenantId,
      appId: store.id,
      version: "9.9.9-RC.1",
      gitRef: "main",
      status: "FAILED",
    });
    const kit = await createEntity(orm, {
      type: "APP_PLUGIN",
      tenantId,
      slug: "login-kit",
      name: "Login kit",
    });
    await createEntity(orm, { type: "THEME", tenantId, slug: "dusk", name: "Dusk 100%" });
    await createListing(orm, {
      type: "APP_PLUGIN",
      tenantId,
      entityId: kit.id,
      slug: "login-kit",
      name: "Login kit",
      version: "1.2.0",
    });
    const colleague = await createUser(orm, { name: "Robin Reed", email: "robin@reed.example" });
    await createMembership(orm, { tenantId, userId: colleague.id, role: "OWNER" });
  });

  it.each([
    ["#2", ["Field Notes 2"]],
    ["1", ["Store 1", "Field Notes 1"]],
    ["field notes 3", ["Field Notes 3"]],
    ["Field #3", ["Field Notes 3"]],
    ["store", ["Store 1"]],
    ["9.9.9-rc", ["Store 1"]],
    ["2.5", ["Field Notes 3", "Field Notes 2", "Field Notes 1"]],
    ["MAIN", ["Store 1", "Field Notes 1"]],
    ["login", ["Field Notes 2"]],
    ["feature/login", ["Field Notes 2"]],
    [COMMIT.slice(0, 7).toUpperCase(), ["Field Notes 3"]],
    ["4", []],
    ["99999999999", []],
  ])("finds builds for “%s”", async (search, expected) => {
    expect(labelsOf((await inTenant(ctx, search)).builds)).toEqual(expected);
  });

  it("finds a build by its id, and only failed ones on request", async () => {
    const [build] = (await inTenant(ctx, "field notes 2")).builds;
    expect(labelsOf((await inTenant(ctx, build?.id.toUpperCase() ?? "")).builds)).toEqual(["Field Notes 2"]);
    expect(labelsOf((await inTenant(ctx, "main", true)).builds)).toEqual(["Store 1"]);
    expect(labelsOf((await inTenant(ctx, "", true)).builds)).toEqual(["Store 1"]);
  });

  it("finds apps, plugins, themes, listings and members", async () => {
    expect((await inTenant(ctx, "notes")).apps).toMatchObject([{ name: "Field Notes", isArchived: false }]);
    expect((await inTenant(ctx, "kit log")).entities).toMatchObject([
      { slug: "login-kit", type: "APP_PLUGIN" },
    ]);
    expect((await inTenant(ctx, "DUSK")).entities).toMatchObject([{ slug: "dusk", type: "THEME" }]);
    expect((await inTenant(ctx, "login-kit@1.2.0")).listings).toMatchObject([{ version: "1.2.0" }]);
    expect((await inTenant(ctx, "robin")).members).toMatchObject([{ name: "Robin Reed", role: "OWNER" }]);
  });

  it.each(["%", "_", "\\", "100_", "f%s", "'", "%%%%"])("takes “%s” literally", async (search) => {
    const { entities, ...others } = await inTenant(ctx, search);
    expect(entities.map(({ name }) => name)).toEqual("Dusk 100%".includes(search) ? ["Dusk 100%"] : []);
    expect(Object.values(others).flat()).toEqual([]);
  });

  it("ranks the text itself, its start, the start of a word, and parts", async () => {
    const member = await signInMember();
    for (const name of ["Sundial", "Dialog", "Old dial", "Dial"]) {
      await createApp(database().systemDb.orm, { tenantId: member.tenant.id, name });
    }
    const { apps } = await inTenant(member, "dial");
    expect(apps.map(({ name }) => name)).toEqual(["Dial", "Dialog", "Old dial", "Sundial"]);
  });

  it("shows what is newest for an empty text", async () => {
    const found = await inTenant(ctx, "  ");
    expect(labelsOf(found.builds)[0]).toBe("Store 1");
    expect(found.apps.map(({ name }) => name)).toEqual(["Field Notes", "Store"]);
  });

  it("finds others by their address for owners only", async () => {
    const search = "robin@reed.example";
    expect((await inTenant(ctx, search)).members).toEqual([]);
    const owner = enterTenant(createContext(ctx.actor), {
      tenant: ctx.tenant,
      role: "OWNER",
      permissions: permissionsOfRole("OWNER"),
    });
    expect((await inTenant(owner, search)).members).toMatchObject([{ email: search }]);
  });

  it("finds nothing of another tenant", async () => {
    const other = await signInMember("OWNER");
    const [build] = (await inTenant(ctx, "#2")).builds;
    for (const search of [
      "main",
      "2.5",
      "#2",
      "field",
      "login",
      "robin",
      "dusk",
      build?.id ?? "",
      ctx.tenant.id,
      ctx.tenant.slug,
    ]) {
      const { members, ...found } = await inTenant(other, search);
      expect(Object.values(found).flat()).toEqual([]);
      expect(members).toEqual([]);
    }
  });

  it("answers members of all roles, and refuses others", async () => {
    const viewer = await signInMember("VIEWER");
    const call = (session: ReturnType<typeof sessionOfActor> | null) =>
      createCaller({ session, requestId: "request-0001" }).search.tenant({ tenant: viewer.tenant.slug });
    expect(await call(sessionOfActor(viewer.actor))).toMatchObject({
      apps: [],
      members: [{ role: "VIEWER" }],
    });
    await expect(call(null)).rejects.toMatchObject({ code: "UNAUTHORIZED" });
    await expect(call(sessionOfActor(ctx.actor))).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(call(sessionOfActor((await signInAdmin()).actor))).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    const token = createContext({
      kind: "token" as const,
      tokenId: "a-token",
      userId: viewer.actor.userId,
      isEmailVerified: true,
    });
    const withToken = enterTenant(token, { ...viewer, permissions: viewer.permissions });
    await expect(inTenant(withToken, "")).rejects.toMatchObject({ code: "PERMISSION_DENIED" });
  });

  it.each(["x".repeat(101), "a\u0000b", "\ud800"])(
    "refuses a text that is too long or cannot be stored",
    (search) => {
      expect(Search.safeParse({ search }).success).toBe(false);
    },
  );
});

describe("searchPlatform", () => {
  it("finds tenants, users, builds, listings, billing events and audit entries of all tenants", async () => {
    const { orm } = database().systemDb;
    const tenant = await createTenant(orm, {
      name: "Harbor Lights",
      slug: "harbor-lights",
      suspendedAt: new Date(),
    });
    const user = await createUser(orm, {
      name: "Sasha Quill",
      email: "sasha@quill.example",
      disabledAt: new Date(),
    });
    const app = await createApp(orm, { tenantId: tenant.id, name: "Beacon" });
    await createBuild(orm, {
      tenantId: tenant.id,
      appId: app.id,
      gitRef: "release/harbor",
      version: "7.7.7",
    });
    const listing = await createListing(orm, {
      tenantId: tenant.id,
      type: "THEME",
      slug: "quay",
      status: "REJECTED",
    });
    const event = {
      id: tenant.id,
      provider: "STRIPE",
      eventId: "evt_1Harbor",
      type: "invoice.paid",
    } as const;
    await orm
      .insert(billingEvents)
      .values({ ...event, payload: "{}", occurredAt: new Date(), objectIds: ["in_77", "sub_88"] });
    await orm.insert(auditLog).values({
      id: user.id,
      actorKind: "system",
      action: "tenant.suspend",
      subjectType: "tenant",
      subjectId: tenant.id,
    });
    expect((await onPlatform("harbor")).tenants).toMatchObject([
      { slug: "harbor-lights", isSuspended: true },
    ]);
    expect((await onPlatform("QUILL.example")).users).toMatchObject([{ id: user.id, isDisabled: true }]);
    for (const search of ["beacon 1", "beacon #1", "release/har", "7.7.7", "harbor-lights beacon"]) {
      expect(labelsOf((await onPlatform(search)).builds)).toEqual(["Beacon 1"]);
    }
    expect((await onPlatform("quay")).listings).toMatchObject([
      { id: listing.id, publisher: "Harbor Lights" },
    ]);
    for (const search of ["evt_1Harbor", "evt_1h", "sub_88", "invoice"]) {
      expect((await onPlatform(search)).billingEvents).toMatchObject([
        { eventId: "evt_1Harbor", objectIds: ["in_77", "sub_88"] },
      ]);
    }
    const byId = await onPlatform(tenant.id);
    expect(byId).toMatchObject({
      tenants: [{ id: tenant.id }],
      auditEntries: [{ action: "tenant.suspend" }],
    });
    expect((await onPlatform("tenant.suspend")).auditEntries).toMatchObject([{ subjectId: tenant.id }]);
  });

  it.each(["%", "_", "\\", "h%r"])("takes “%s” literally", async (search) => {
    expect(Object.values(await onPlatform(search)).flat()).toEqual(search === "_" ? expect.any(Array) : []);
  });

  it("answers Super Admins only", async () => {
    const member = await signInMember("OWNER");
    const call = (session: ReturnType<typeof sessionOfActor> | null) =>
      createCaller({ session, requestId: "request-0001" }).adminSearch.platform({});
    await expect(call(null)).rejects.toMatchObject({ code: "UNAUTHORIZED" });
    await expect(call(sessionOfActor(member.actor))).rejects.toMatchObject({ code: "FORBIDDEN" });
    expect(await call(sessionOfActor((await signInAdmin()).actor))).toHaveProperty("tenants");
  });
});

describe("the terms of builds", () => {
  it.each([
    ["1.0.0-RC", null, null, ["1.0.0-rc"]],
    ["1.0.0", "main", "0abc", ["0abc", "1.0.0", "main"]],
    [
      "1.0.0",
      "refs/heads/feature/Login",
      null,
      ["1.0.0", "feature/login", "heads/feature/login", "login", "refs/heads/feature/login"],
    ],
    ["1.0.0", "1.0.0", null, ["1.0.0"]],
    ["1.0.0", "a//", null, ["1.0.0", "a//"]],
    ["1.0.0", "/".repeat(255), null, ["/".repeat(255), "1.0.0"]],
  ])("of %s, %s and %s", async (version, gitRef, gitCommit, expected) => {
    const terms = await database().systemDb.orm.execute<{ term: string }>(
      sql`select term from search_terms_of_build(${version}::text, ${gitRef}::text, ${gitCommit}::text) term order by term collate "C"`,
    );
    expect(terms.map(({ term }) => term)).toEqual(expected);
  });

  it("are those of builds, too, that are older than the table", async () => {
    const { orm, sql: client } = database().systemDb;
    const member = await signInMember();
    const app = await createApp(orm, { tenantId: member.tenant.id, name: "Old" });
    await createBuild(orm, { tenantId: member.tenant.id, appId: app.id, gitRef: "release/old" });
    const terms = () => client`select * from build_search_terms order by tenant_id, term, build_id`;
    const before = await terms();
    await client`truncate build_search_terms`;
    await client`delete from drizzle.function_files where name = 'build-search.sql'`;
    await applyFunctionFiles(client, FILES_AFTER_TABLES);
    expect(await terms()).toEqual(before);
    expect(before.map(({ term }) => term)).toContain("release/old");
  });
});
