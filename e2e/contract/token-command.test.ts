import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { beforeAll, describe, expect, inject, it } from "vitest";
import { MeView } from "@/server/domains/accounts/tokens/view.ts";
import { BuildPage } from "@/server/domains/builds/view.ts";
import { PERMISSIONS } from "@/shared/vocabulary.ts";
import { describeBothEntryPoints } from "./entry-points.ts";
import { ENTRY_POINT_ENV } from "./environment.ts";
import { expectProblem, expectView } from "./expect-response.ts";
import { sendRequest } from "./send-request.ts";

/** What the documentation promises of the demo data. */
const demoId = (suffix: string) => `01900000-0000-7000-8000-00000000${suffix}`;
const ACME = demoId("a001");
const DEVELOPER = ["--email", "dev@acme.test", "--tenant", "acme"];

let printed: string;

beforeAll(async () => {
  const permissions = PERMISSIONS.flatMap((name) => ["--permission", name]);
  printed = (await runTokenCommand([...DEVELOPER, ...permissions, "--expires", "1h"])).stdout;
});

describe("the token command", () => {
  it("prints one token and nothing else", () => {
    expect(printed).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+\n$/);
  });

  it("prints the invalid option and its rule", async () => {
    await expect(runTokenCommand([...DEVELOPER, "--expires", "366d"])).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^--expires: .*365d/m),
    });
  });

  it("prints the permission that the role lacks", async () => {
    const viewer = ["--email", "viewer@acme.test", "--tenant", "acme"];
    await expect(runTokenCommand([...viewer, "--permission", "MARKETPLACE_PUBLISH"])).rejects.toMatchObject({
      stderr: expect.stringMatching(/^--permission: .*VIEWER.*MARKETPLACE_PUBLISH/m),
    });
  });

  it.concurrent.each([
    ["--email", "dev@acme.test", "--tenant", "globex"],
    ["--email", "viewer@acme.test", "--tenant", "acme", "--permission", "MARKETPLACE_PUBLISH"],
    [...DEVELOPER, "--permission", "NOPE"],
    [],
  ])("refuses %s", async (...args) => {
    await expect(runTokenCommand(args)).rejects.toMatchObject({ code: 1, stdout: "" });
  });
});

describeBothEntryPoints("the demo data", (entryPoint) => {
  const headers = () => ({ Authorization: `Bearer ${printed.trim()}`, "X-Tenant-Id": ACME });

  it("identifies the token's owner", async () => {
    const me = expectView(await sendRequest(entryPoint, "GET /api/me", { headers: headers() }), 200, MeView);
    expect(me).toMatchObject({ user: { email: "dev@acme.test" }, tenant: { id: ACME, slug: "acme" } });
    expect([...me.permissions].sort()).toEqual([...PERMISSIONS].sort());
    expect(Date.parse(me.expiresAt) % 1_000).toBe(0);
    const hoursLeft = (Date.parse(me.expiresAt) - Date.now()) / 3_600_000;
    expect(hoursLeft).toBeGreaterThan(0.9);
    expect(hoursLeft).toBeLessThanOrEqual(1);
  });

  it("has two newest builds to try", async () => {
    const path = `/api/apps/${demoId("b001")}/builds?limit=2`;
    const { builds } = expectView(
      await sendRequest(entryPoint, `GET ${path}`, { headers: headers() }),
      200,
      BuildPage,
    );
    expect(builds).toMatchObject([
      { id: demoId("d002"), status: "QUEUED", platform: "IOS" },
      { id: demoId("d001"), status: "IN_PROGRESS", platform: "ANDROID" },
    ]);
  });

  it("hides another tenant's app", async () => {
    const path = `/api/apps/${demoId("b002")}/builds`;
    expectProblem(await sendRequest(entryPoint, `GET ${path}`, { headers: headers() }), 404, "NOT_FOUND");
  });

  it.each([
    ["APP_PLUGIN", { appPluginId: demoId("c001") }, "offline-sync", 200],
    ["SYSTEM_PLUGIN", { systemPluginId: demoId("c002") }, "audit-export", 200],
    ["THEME", { themeId: demoId("c003") }, "nordic-night", 200],
    ["APP_PLUGIN", { appPluginId: demoId("c004") }, "globex-maps", 422],
  ])("has %s %j named %s to publish (%i)", async (type, reference, slug, status) => {
    const json = { type, name: slug, slug, version: "1.0.0", description: "A first version.", ...reference };
    const response = await sendRequest(entryPoint, "POST /api/marketplace/publish?dryRun=true", {
      json,
      headers: headers(),
    });
    expect(response.status, response.text).toBe(status);
  });
});

function runTokenCommand(args: string[]): Promise<{ stdout: string; stderr: string }> {
  const { PATH, HOME, TMPDIR } = process.env;
  const { databaseUrl } = inject("entryPoints");
  return promisify(execFile)(process.execPath, ["server/run.mjs", "server/commands/token.ts", ...args], {
    cwd: fileURLToPath(new URL("../..", import.meta.url)),
    env: { PATH, HOME, TMPDIR, ...ENTRY_POINT_ENV, DATABASE_URL: databaseUrl },
  });
}
