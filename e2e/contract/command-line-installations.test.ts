import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { installationCommands } from "@/app/(site)/docs/_content/commands.ts";
import {
  ErrorOutput,
  InstallationListOutput,
  InstallationOutput,
  UninstallOutput,
} from "@/cli/output/schemas.ts";
import { createApp } from "@/db/factories.ts";
import { installations } from "@/db/schema/index.ts";
import { parseOutput, runCli } from "../process/cli/run-cli.ts";
import { createItem } from "../support/installations.ts";
import { createRollout } from "../support/rollouts.ts";
import { FRONT } from "./entry-points.ts";
import { type Account, createAccount, createToken, db } from "./fixtures.ts";

const run = (line: string, { token }: Account) =>
  runCli(line.split(" "), { env: { CLI_API_URL: FRONT.origin, CLI_TOKEN: token } });

async function createAccountWithApp() {
  const account = await createAccount();
  const { id, slug } = await createApp(db(), { tenantId: account.tenantId });
  return { account, appId: id, appSlug: slug };
}

describe("install, installations list and uninstall", () => {
  it("install with consent, update, roll back and uninstall", async () => {
    const item = await createItem();
    await item.publish("1.0.0", ["network"]);
    const { account, appId, appSlug } = await createAccountWithApp();
    const name = `app-plugin/${item.slug}`;
    const refused = await run(`install ${name} --app ${appId} --json`, account);
    expect(refused.code).toBe(1);
    expect(parseOutput(refused, ErrorOutput).error).toMatchObject({
      code: "PERMISSIONS_NOT_ACCEPTED",
      hint: "Add --accept-permissions network, or --yes to accept all.",
      errors: [{ path: "network", message: "Send and receive data over the network" }],
    });
    const accepting = `--accept-permissions network --updates patch`;
    const installed = await run(`install ${name} --app ${appId} ${accepting} --json`, account);
    expect(parseOutput(installed, InstallationOutput)).toMatchObject({
      version: "1.0.0",
      updates: "PATCH",
      acceptedPermissions: ["network"],
    });

    await item.publish("1.1.0", ["camera", "network"]);
    const listed = await run(`installations list --app ${appSlug}`, account);
    expect([listed.code, listed.stdout]).toEqual([
      0,
      expect.stringMatching(new RegExp(`An item +1\\.0\\.0 +NEEDS_CONSENT 1\\.1\\.0 .*${name}`)),
    ]);
    const partly = await run(`install ${name} --app ${appId}`, account);
    expect(partly).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("--accept-permissions camera,"),
    });
    expect(await run(`install ${name}@1.1.0 --app ${appId} --yes`, account)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("An item 1.1.0 installed"),
    });
    expect(await run(`install ${name}@1.0.0 --app ${appId}`, account)).toMatchObject({ code: 0 });
    const list = parseOutput(
      await run(`installations list --app ${appId} --json`, account),
      InstallationListOutput,
    );
    expect(list.installations).toMatchObject([{ version: "1.0.0", state: "UPDATE_AVAILABLE" }]);
    const removed = await run(`uninstall ${name} --app ${appId} --json`, account);
    expect(parseOutput(removed, UninstallOutput)).toEqual({
      type: "app-plugin",
      slug: item.slug,
      uninstalled: true,
    });
    expect(await run(`installations list --app ${appId}`, account)).toMatchObject({
      code: 0,
      stderr: expect.stringContaining("Nothing is installed."),
    });
  });

  it("tell of an update that is on hold, with the reason", async () => {
    const item = await createItem();
    for (const version of ["1.0.0", "1.0.1"]) await item.publish(version);
    const { account, appId } = await createAccountWithApp();
    await run(`install app-plugin/${item.slug}@1.0.0 --app ${appId} --updates patch`, account);
    const hold = { version: "1.0.1", reason: "It breaks builds.", since: new Date(0).toISOString() };
    await db().update(installations).set({ hold }).where(eq(installations.appId, appId));
    expect(await run(`installations list --app ${appId}`, account)).toMatchObject({
      stdout: expect.stringContaining("UPDATE_AVAILABLE 1.0.1, on hold"),
      stderr: expect.stringContaining("An item 1.0.1 is on hold: It breaks builds."),
    });
  });

  it("install a version that is on hold by its number alone, with a warning", async () => {
    const item = await createItem();
    await item.publish("1.0.0");
    const { id } = await item.publish("1.0.1");
    await createRollout(db(), id, { state: "HELD", heldAt: new Date(), holdReason: "It breaks builds." });
    const { account, appId } = await createAccountWithApp();
    const install = (version: string) =>
      run(`install app-plugin/${item.slug}${version} --app ${appId}`, account);
    expect(await install("")).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("An item 1.0.0 installed"),
    });
    expect(await install("@1.0.1")).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("An item 1.0.1 installed"),
      stderr: expect.stringContaining("The rollout of 1.0.1 is on hold. It breaks builds."),
    });
  });

  it("work as the guide says, in its order", async () => {
    const { account, appId } = await createAccountWithApp();
    for (const command of Object.values(installationCommands(appId))) {
      expect(await run(command.replace(/^cli /, ""), account)).toMatchObject({ code: 0 });
    }
    expect((await run(`installations list --app ${appId}`, account)).stdout).toBe("");
  });

  it("take system plugins without an app", async () => {
    const item = await createItem("SYSTEM_PLUGIN");
    await item.publish("1.0.0");
    const { account, appId } = await createAccountWithApp();
    const name = `system-plugin/${item.slug}`;
    expect(await run(`install ${name}`, account)).toMatchObject({ code: 0 });
    expect(await run("installations list", account)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(name),
    });
    expect(await run(`install ${name} --app ${appId}`, account)).toMatchObject({ code: 2 });
    expect(await run(`uninstall ${name}`, account)).toMatchObject({ code: 0 });
  });

  it("name what is missing or wrong, and change nothing of other tenants", async () => {
    const item = await createItem();
    await item.publish("1.0.0");
    const { account, appId } = await createAccountWithApp();
    const name = `app-plugin/${item.slug}`;
    expect(await run(`install ${name}`, account)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("--app"),
    });
    expect(await run(`install ${item.slug} --app ${appId}`, account)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("<type>/<slug>"),
    });
    const codeOf = async (line: string, as: Account) =>
      parseOutput(await run(`${line} --json`, as), ErrorOutput).error.code;
    expect(await codeOf(`install ${name}@9.9.9 --app ${appId}`, account)).toBe("NOT_INSTALLABLE");
    await item.publish("9.0.0", [], false);
    expect((await run(`install ${name}@9.0.0 --app ${appId}`, account)).stderr).toContain(
      "no code to install",
    );
    expect(await codeOf(`uninstall ${name} --app ${appId}`, account)).toBe("NOT_FOUND");
    const reader = await createToken(account.ctx, ["BUILDS_READ"]);
    expect(await codeOf(`install ${name} --app ${appId}`, reader)).toBe("PERMISSION_DENIED");
    const other = await createAccount();
    expect(await codeOf(`install ${name} --app ${appId}`, other)).toBe("NOT_FOUND");
    expect(await codeOf(`installations list --app ${appId}`, other)).toBe("NOT_FOUND");
  });
});
