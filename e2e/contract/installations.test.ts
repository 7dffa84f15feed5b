import { beforeAll, describe, expect, it } from "vitest";
import { createApp } from "@/db/factories.ts";
import { InstallationList, SetInstallationView } from "@/server/domains/apps/installations/view.ts";
import { BuildDetail, QueuedBuildView } from "@/server/domains/builds/view.ts";
import { ROUTE_HANDLERS } from "@/server/rest.ts";
import { createItem, type Item } from "../support/installations.ts";
import { createRollout } from "../support/rollouts.ts";
import { describeBothEntryPoints } from "./entry-points.ts";
import { expectProblem, expectView } from "./expect-response.ts";
import { type Account, createAccount, createToken, db } from "./fixtures.ts";
import { sendRequest } from "./send-request.ts";
import { sendAsWorker, UNKNOWN_ID } from "./workers/send-as-worker.ts";

const IN_APP = "/api/apps/{appId}/installations";
const IN_TENANT = "/api/installations";
const INPUT = "/api/builds/{buildId}/inputs/{sha256}";

/** Every route of installations and inputs, so that a new one is tested here. */
it("the routes of installations are known", () => {
  const paths = [...ROUTE_HANDLERS.keys()].filter((path) => /\/(installations|inputs)(\/|$)/.test(path));
  expect(paths.sort()).toEqual(
    [IN_APP, `${IN_APP}/{type}/{slug}`, IN_TENANT, `${IN_TENANT}/system-plugin/{slug}`, INPUT].sort(),
  );
});

describeBothEntryPoints("installations", (entryPoint) => {
  let account: Account;
  let appId: string;
  let plugin: Item;
  let system: Item;
  const send = (request: string, options: { as?: Account; json?: unknown } = {}) =>
    sendRequest(entryPoint, request, { as: account, ...options });
  const inApp = (method: string, item: Item, json?: unknown, as = account) =>
    send(`${method} /api/apps/${appId}/installations/app-plugin/${item.slug}`, {
      as,
      ...(json !== undefined && { json }),
    });

  beforeAll(async () => {
    account = await createAccount();
    appId = (await createApp(db(), { tenantId: account.tenantId })).id;
    [plugin, system] = [await createItem(), await createItem("SYSTEM_PLUGIN")];
    await plugin.publish("1.0.0", ["network"]);
    await plugin.publish("1.1.0", ["network", "storage.read"]);
    await system.publish("1.0.0");
  });

  describe("201, 200 and 204", () => {
    it("install with consent, change version and policy, list and uninstall", async () => {
      const first = { version: "1.0.0", updates: "PATCH", acceptPermissions: ["network"] };
      expect(expectView(await inApp("PUT", plugin, first), 201, SetInstallationView)).toMatchObject({
        type: "app-plugin",
        slug: plugin.slug,
        version: "1.0.0",
        current: "1.1.0",
        updates: "PATCH",
        acceptedPermissions: ["network"],
        state: "NEEDS_CONSENT",
        heldBack: null,
      });
      const next = { acceptPermissions: ["storage.read"] };
      expect(expectView(await inApp("PUT", plugin, next), 200, SetInstallationView)).toMatchObject({
        version: "1.1.0",
        updates: "PATCH",
        state: "OK",
      });
      const answer = await inApp("PUT", plugin, { version: "1.0.0", updates: "MANUAL" });
      const { warnings, ...back } = expectView(answer, 200, SetInstallationView);
      expect(back).toMatchObject({ version: "1.0.0", updates: "MANUAL", state: "UPDATE_AVAILABLE" });
      expect(warnings).toEqual([]);
      const listed = await send(`GET /api/apps/${appId}/installations`);
      expect(expectView(listed, 200, InstallationList).installations).toEqual([back]);
      expect((await inApp("DELETE", plugin)).status).toBe(204);
      expectProblem(await inApp("DELETE", plugin), 404, "NOT_FOUND");
    });

    it("install the version below one that is on hold or was rolled back, and that one with a warning", async () => {
      for (const [state, code] of [
        ["HELD", "ON_HOLD"],
        ["ROLLED_BACK", "ROLLED_BACK"],
      ] as const) {
        const item = await createItem();
        await item.publish("1.0.0");
        const { id } = await item.publish("1.0.1");
        await createRollout(db(), id, { state, heldAt: new Date(), holdReason: "Crashes at start." });
        const put = async (json: object, status: number) =>
          expectView(await inApp("PUT", item, json), status, SetInstallationView);
        expect(await put({ updates: "PATCH" }, 201)).toMatchObject({
          version: "1.0.0",
          heldBack: { version: "1.0.1", reason: expect.stringContaining("Crashes at start.") },
          warnings: [],
        });
        const warnings = [{ code, message: expect.stringContaining("Crashes at start.") }];
        const path = `/api/apps/${appId}/installations/app-plugin/${item.slug}`;
        const dryRun = await send(`PUT ${path}?dryRun=true`, { json: { version: "1.0.1" } });
        expect(expectView(dryRun, 200, SetInstallationView)).toMatchObject({ version: "1.0.1", warnings });
        expect(await put({}, 200)).toMatchObject({ version: "1.0.0", updates: "PATCH", warnings: [] });
        const named = await put({ version: "1.0.1" }, 200);
        expect(named).toMatchObject({ version: "1.0.1", updates: "PATCH", heldBack: null, warnings });
        expect((await inApp("DELETE", item)).status).toBe(204);
      }
    });

    it("install a system plugin in the tenant, which builds of its apps carry", async () => {
      const path = `/api/installations/system-plugin/${system.slug}`;
      expectView(await send(`PUT ${path}`, { json: {} }), 201, SetInstallationView);
      expectView(await send(`PUT ${path}`, { json: {} }), 200, SetInstallationView);
      const { installations } = expectView(await send("GET /api/installations"), 200, InstallationList);
      expect(installations).toMatchObject([{ type: "system-plugin", slug: system.slug }]);
      const queued = await send(`POST /api/apps/${appId}/builds`, {
        json: { platform: "ANDROID", version: "1.0.0" },
      });
      const { id } = expectView(queued, 201, QueuedBuildView);
      const build = expectView(await send(`GET /api/builds/${id}`), 200, BuildDetail);
      expect(build.inputs).toMatchObject([{ type: "system-plugin", slug: system.slug, version: "1.0.0" }]);
      expect((await send(`DELETE ${path}`)).status).toBe(204);
    });
  });

  it("400 names every invalid field", async () => {
    const invalid = { version: "v1", updates: "ALL", acceptPermissions: "network" };
    const paths = ["acceptPermissions", "updates", "version"];
    expectProblem(await inApp("PUT", plugin, invalid), 400, "VALIDATION_FAILED", paths);
  });

  it("403 without APPS_MANAGE or BUILDS_READ", async () => {
    const reader = await createToken(account.ctx, ["BUILDS_READ"]);
    expectProblem(await inApp("PUT", plugin, {}, reader), 403, "PERMISSION_DENIED");
    expectProblem(await inApp("DELETE", plugin, undefined, reader), 403, "PERMISSION_DENIED");
    const manager = await createToken(account.ctx, ["APPS_MANAGE"]);
    const list = await send(`GET /api/apps/${appId}/installations`, { as: manager });
    expectProblem(list, 403, "PERMISSION_DENIED");
    const viewer = await createAccount({ role: "VIEWER" });
    const inTenant = `PUT /api/installations/system-plugin/${system.slug}`;
    expectProblem(await send(inTenant, { as: viewer, json: {} }), 403, "PERMISSION_DENIED");
  });

  it("404 for another tenant's app, build and installation, by every route", async () => {
    const other = await createAccount();
    const inTenant = `/api/installations/system-plugin/${system.slug}`;
    expectView(await send(`PUT ${inTenant}`, { json: {} }), 201, SetInstallationView);
    for (const [request, json] of [
      [`GET /api/apps/${appId}/installations`, undefined],
      [`PUT /api/apps/${appId}/installations/app-plugin/${plugin.slug}`, { acceptPermissions: ["network"] }],
      [`DELETE /api/apps/${appId}/installations/app-plugin/${plugin.slug}`, undefined],
      [`DELETE ${inTenant}`, undefined],
      [`GET /api/apps/${UNKNOWN_ID}/installations`, undefined],
      ["GET /api/apps/no-uuid/installations", undefined],
    ] as const) {
      const options = { as: other, ...(json && { json }) };
      expectProblem(await send(request, options), 404, "NOT_FOUND");
    }
    const borrowed = { ...other, tenantId: account.tenantId };
    expectProblem(await send("GET /api/installations", { as: borrowed }), 403, "TENANT_MISMATCH");
    const own = await send("GET /api/installations", { as: other });
    expect(expectView(own, 200, InstallationList).installations).toEqual([]);
    const input = `GET /api/builds/${UNKNOWN_ID}/inputs/${"0".repeat(64)}?workerId=w`;
    expectProblem(await sendAsWorker(entryPoint, input), 404, "NOT_FOUND");
    expect((await send(`DELETE ${inTenant}`)).status).toBe(204);
  });

  it("409 for what is not installable, and for a build with an input that is unavailable", async () => {
    const item = await createItem();
    const { id } = await item.publish("1.0.0");
    expectProblem(await inApp("PUT", item, { version: "9.9.9" }), 409, "NOT_INSTALLABLE");
    await item.publish("1.1.0", [], false);
    const noCode = expectProblem(await inApp("PUT", item, { version: "1.1.0" }), 409, "NOT_INSTALLABLE");
    expect(noCode.detail).toContain("no code to install");
    const wrongTarget = `PUT /api/apps/${appId}/installations/system-plugin/${system.slug}`;
    expectProblem(await send(wrongTarget, { json: {} }), 409, "NOT_INSTALLABLE");
    expectView(await inApp("PUT", item, {}), 201, SetInstallationView);
    await item.setStatus(id, "SUSPENDED");
    const queue = { json: { platform: "ANDROID", version: "1.0.0" } };
    const refused = await send(`POST /api/apps/${appId}/builds`, queue);
    expect(expectProblem(refused, 409, "INPUT_UNAVAILABLE").detail).toContain(item.slug);
    expect((await inApp("DELETE", item)).status).toBe(204);
  });

  it("422 names each permission without consent", async () => {
    const refused = expectProblem(await inApp("PUT", plugin, {}), 422, "PERMISSIONS_NOT_ACCEPTED");
    expect(refused.errors?.map(({ message }) => message)).toEqual([
      'must include "network"',
      'must include "storage.read"',
    ]);
  });
});
