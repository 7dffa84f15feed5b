import { execFile, execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getRequestListener } from "@hono/node-server";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  BuildListOutput,
  BuildOutput,
  BuildWatchOutput,
  DryRunOutput,
  ErrorOutput,
  ListingOutput,
  PublishOutput,
  WhoamiOutput,
} from "@/cli/output/schemas.ts";
import { createApp, createBuild } from "@/db/factories.ts";
import { auditLog } from "@/db/schema/index.ts";
import { setUpPlatform, signInAdmin, signInMember } from "@/e2e/support/platform.ts";
import { database, type TenantContext, type UserActor } from "@/server/core/context.ts";
import { completeEnv } from "@/server/core/env/env.ts";
import { issueToken } from "@/server/domains/accounts/tokens/service.ts";
import { REASONS } from "@/server/domains/listings/policy.ts";
import { decideListing } from "@/server/domains/moderation/service.ts";
import type { Permission } from "@/shared/vocabulary.ts";
import { handlerFor } from "../http/methods.ts";
import { ensureCliBundle } from "../process/bundle-cli.ts";
import { NOT_FOUND_HANDLERS, ROUTE_HANDLERS } from "../rest.ts";

setUpPlatform();

const folder = mkdtempSync(join(tmpdir(), "drydock-command-line-"));
let server: Server;
let ctx: TenantContext<UserActor>;
let env: Record<string, string>;

beforeAll(async () => {
  completeEnv({ STORAGE_URL: `file://${join(folder, "objects")}` });
  await ensureCliBundle();
  server = createServer(getRequestListener((request) => handlerOf(request)(request)));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
  rmSync(folder, { recursive: true });
});
beforeEach(async () => {
  ctx = await signInMember();
  env = await environmentFor(ctx, ["MARKETPLACE_PUBLISH", "BUILDS_READ"]);
});

let made = 0;
const newProject = async (): Promise<string> => {
  const name = `trail-notes-${++made}`;
  await run(folder, "plugin", "create", name, "--type", made % 2 === 0 ? "system" : "app");
  return join(folder, name);
};

describe("the command line and the platform", () => {
  it("publish a plugin from an empty folder, and download the same bytes", async () => {
    const project = await newProject();
    const built = BuildOutput.parse((await run(project, "plugin", "build", "--json")).document);
    const handedIn = await run(project, "plugin", "publish", "--json");
    const listing = PublishOutput.parse(handedIn.document);
    expect(handedIn.code).toBe(0);
    expect(listing).toMatchObject({
      status: "PENDING_APPROVAL",
      archiveSha256: built.archive.sha256,
      changelog: "- First version",
    });
    await decideListing(await signInAdmin(), { listingId: listing.id, action: "approve" });
    const decided = await run(folder, "listing", "status", listing.id, "--wait", "--json");
    expect(decided.code).toBe(0);
    expect(ListingOutput.parse(decided.document).status).toBe("APPROVED");

    const address = `${origin()}/api/marketplace/downloads/app-plugin/${listing.slug}/0.1.0`;
    const bytes = Buffer.from(await (await fetch(address)).arrayBuffer());
    expect(createHash("sha256").update(bytes).digest("hex")).toBe(built.archive.sha256);
    expect(unpack(bytes)).toEqual(
      Object.fromEntries(built.files.map(({ path }) => [path, readFileSync(join(project, path), "utf8")])),
    );
  });

  it("publish a version once: a repetition returns the listing, other content is rejected", async () => {
    const project = await newProject();
    const first = PublishOutput.parse((await run(project, "plugin", "publish", "--json")).document);
    const again = PublishOutput.parse((await run(project, "plugin", "publish", "--json")).document);
    expect(again).toMatchObject({ id: first.id, replayed: true });
    writeFileSync(join(project, "src/more.ts"), "export {};\n");
    const other = await run(project, "plugin", "publish", "--json");
    expect(other.code).toBe(1);
    expect(ErrorOutput.parse(other.document).error).toMatchObject({
      code: "VERSION_EXISTS",
      status: 409,
    });
  });

  it("exit with 3 for a rejected listing, and print reason and comment", async () => {
    const listing = PublishOutput.parse(
      (await run(await newProject(), "plugin", "publish", "--json")).document,
    );
    await decideListing(await signInAdmin(), {
      listingId: listing.id,
      action: "reject",
      reason: REASON,
      comment: "Please say what it stores.",
    });
    const ran = await run(folder, "listing", "status", listing.id, "--wait");
    expect(ran).toMatchObject({ code: 3, output: expect.stringContaining("Please say what it stores.") });
    expect(ran.output).toContain(REASONS[REASON].title);
    expect(ran.output).toContain(REASONS[REASON].help);
    const text = "It stores forms until they are sent.";
    expect(await run(folder, "listing", "reply", listing.id, text)).toMatchObject({ code: 0 });
    expect((await run(folder, "listing", "status", listing.id)).output).toContain(text);
  });

  it("withdraw a listing once", async () => {
    const listing = PublishOutput.parse(
      (await run(await newProject(), "plugin", "publish", "--json")).document,
    );
    for (const _ of [1, 2]) {
      const ran = await run(folder, "listing", "withdraw", listing.id, "--json");
      expect(ListingOutput.parse(ran.document).status).toBe("WITHDRAWN");
    }
  });

  it("store nothing in a dry run", async () => {
    const project = await newProject();
    const countActs = async () => (await database().systemDb.orm.select().from(auditLog)).length;
    const before = await countActs();
    const dryRun = await run(project, "plugin", "publish", "--dry-run", "--json");
    expect(DryRunOutput.parse(dryRun.document)).toMatchObject({ registers: true });
    expect(await countActs()).toBe(before);
    expect(readdirSync(project).filter((name) => name.endsWith(".tar.gz"))).toEqual([]);
    await run(project, "plugin", "publish");
    const late = await run(project, "plugin", "publish", "--dry-run", "--json");
    expect(ErrorOutput.parse(late.document).error.code).toBe("VERSION_EXISTS");
  });

  it("print the token's owner, and fail at once without a permission", async () => {
    const me = WhoamiOutput.parse((await run(folder, "whoami", "--json")).document);
    expect(me).toMatchObject({ user: { email: ctx.actor.email }, tenant: { id: ctx.tenant.id } });
    env = await environmentFor(ctx, []);
    const ran = await run(await newProject(), "plugin", "publish", "--json");
    expect(ErrorOutput.parse(ran.document).error.code).toBe("PERMISSION_DENIED");
  });

  it("show and follow builds of their own tenant only", async () => {
    const { orm } = database().systemDb;
    const app = await createApp(orm, { tenantId: ctx.tenant.id });
    const build = await createBuild(orm, { tenantId: ctx.tenant.id, appId: app.id, status: "FAILED" });
    const list = await run(folder, "builds", "list", "--app", app.id, "--status", "failed", "--json");
    expect(BuildListOutput.parse(list.document).builds).toMatchObject([{ id: build.id }]);
    const watched = await run(folder, "builds", "watch", build.id, "--json");
    expect(watched.code).toBe(1);
    expect(BuildWatchOutput.parse(watched.document).id).toBe(build.id);
    env = await environmentFor(await signInMember(), ["BUILDS_READ"]);
    const strange = await run(folder, "builds", "watch", build.id, "--json");
    expect(ErrorOutput.parse(strange.document).error).toMatchObject({ code: "NOT_FOUND", status: 404 });
  });
});

const REASON = "INCOMPLETE";

const origin = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

/** The table of routes behind a listener of Node's, as the production process has it. */
function handlerOf(request: Request) {
  const { pathname } = new URL(request.url);
  const route = [...ROUTE_HANDLERS].find(([path]) =>
    new RegExp(`^${path.replaceAll(/\{\w+\}/g, "[^/]+")}$`).test(pathname),
  );
  return handlerFor(route?.[1] ?? NOT_FOUND_HANDLERS, request.method);
}

async function environmentFor(member: TenantContext<UserActor>, permissions: Permission[]) {
  const { token } = await issueToken(member, member.actor.userId, { name: "cli", permissions, expires: 600 });
  return { CLI_API_URL: `${origin()}/`, CLI_TOKEN: token };
}

function run(cwd: string, ...args: string[]): Promise<{ code: number; output: string; document: unknown }> {
  const { PATH, HOME } = process.env;
  return new Promise((resolve) => {
    const program = join(import.meta.dirname, "..", "..", "dist", "cli.cjs");
    const options = { cwd, env: { NODE_ENV: "production" as const, PATH, HOME, ...env } };
    execFile(process.execPath, [program, ...args], options, (error, stdout, stderr) => {
      const document: unknown = args.includes("--json") ? JSON.parse(stdout) : null;
      resolve({ code: Number(error?.code ?? 0), output: stdout + stderr, document });
    });
  });
}

function unpack(bytes: Buffer): Record<string, string> {
  const target = mkdtempSync(join(folder, "unpacked-"));
  writeFileSync(join(folder, "download.tar.gz"), bytes);
  mkdirSync(target, { recursive: true });
  execFileSync("tar", ["-xzf", join(folder, "download.tar.gz"), "-C", target]);
  const names = readdirSync(target, { recursive: true, encoding: "utf8" });
  return Object.fromEntries(
    names
      .filter((name) => statSync(join(target, name)).isFile())
      .map((name) => [name, readFileSync(join(target, name), "utf8")]),
  );
}
