import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { createApp, createBuild } from "@/db/factories.ts";
import { setUpPlatform, signInMember } from "@/e2e/test-platform.ts";
import { database } from "../context.ts";
import { env } from "../env.ts";
import { createCaller } from "../router.ts";

setUpPlatform();

const PROJECT = fileURLToPath(new URL("../..", import.meta.url));

/** Another process of the platform on the same database; it reports on the build that its standard input names. */
const REPORTER = `
  const { createContext } = await import("./server/context.ts");
  const { reportBuild } = await import("./server/builds/report.ts");
  process.stdout.write("ready");
  process.stdin.once("data", async (line) => {
    await reportBuild(createContext({ kind: "worker", workerId: null }), { buildId: String(line), status: "IN_PROGRESS" });
    process.stdout.write(String(Date.now()));
  });`;

it("a report that one process takes is told to a page that another serves, within a second", async () => {
  const ctx = await signInMember();
  const app = await createApp(database().platform.orm, { tenantId: ctx.tenant.id });
  const build = await createBuild(database().platform.orm, { tenantId: ctx.tenant.id, appId: app.id });
  const other = spawn(process.execPath, ["--import", "tsx", "--input-type=module", "-e", REPORTER], {
    cwd: PROJECT,
    env: { ...process.env, DATABASE_URL: env().DATABASE_URL },
    stdio: ["pipe", "pipe", "inherit"],
  });
  const closing = new AbortController();
  try {
    await once(other.stdout, "data");
    const { signal } = closing;
    const page = createCaller({ user: ctx.actor, requestId: "a-page-of-a-tenant" }, { signal });
    const changes = (await page.builds.changes({ tenant: ctx.tenant.slug }))[Symbol.asyncIterator]();
    expect((await changes.next()).value).toBeNull();
    other.stdin.write(build.id);
    const [[reportedAt], { value }] = await Promise.all([once(other.stdout, "data"), changes.next()]);
    expect(value).toMatchObject({ buildId: build.id });
    expect(Date.now() - Number(String(reportedAt))).toBeLessThan(1_000);
    expect(await page.builds.get({ tenant: ctx.tenant.slug, buildId: build.id })).toMatchObject({
      status: "IN_PROGRESS",
    });
  } finally {
    closing.abort();
    other.kill("SIGKILL");
  }
});
