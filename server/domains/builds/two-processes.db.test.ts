import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { createApp, createBuild } from "@/db/factories.ts";
import { sessionOfActor, setUpPlatform, signInMember } from "@/e2e/support/platform.ts";
import { database } from "@/server/core/context.ts";
import { env } from "@/server/core/env/env.ts";
import { createCaller } from "@/server/router.ts";

setUpPlatform();

const PROJECT = fileURLToPath(new URL("../../..", import.meta.url));

/** Another process of the platform on the same database; it reports on the build that its standard input names. */
const REPORTER = `
  const { createContext } = await import("./server/core/context.ts");
  const { reportBuild } = await import("./server/domains/builds/report.ts");
  process.stdout.write("ready");
  process.stdin.on("data", async (line) => {
    await reportBuild(createContext({ kind: "worker", workerId: null }), { buildId: String(line), status: "IN_PROGRESS" });
    process.stdout.write(String(Date.now()));
  });`;

it("a report to one process reaches a page of another within a second", async () => {
  const ctx = await signInMember();
  const app = await createApp(database().systemDb.orm, { tenantId: ctx.tenant.id });
  const other = spawn(process.execPath, ["--import", "tsx", "--input-type=module", "-e", REPORTER], {
    cwd: PROJECT,
    env: { ...process.env, DATABASE_URL: env().DATABASE_URL },
    stdio: ["pipe", "pipe", "inherit"],
  });
  const closing = new AbortController();
  try {
    await once(other.stdout, "data");
    const { signal } = closing;
    const page = createCaller(
      { session: sessionOfActor(ctx.actor), requestId: "a-page-of-a-tenant" },
      { signal },
    );
    const changes = (await page.builds.changes({ tenant: ctx.tenant.slug }))[Symbol.asyncIterator]();
    expect((await changes.next()).value).toBeNull();
    const delays: number[] = [];
    // A busy machine may hold one up; what always takes longer is not the machine.
    while (delays.length < 5 && Math.min(...delays) >= 1_000) {
      const build = await createBuild(database().systemDb.orm, { tenantId: ctx.tenant.id, appId: app.id });
      other.stdin.write(build.id);
      const [[reportedAt], { value }] = await Promise.all([once(other.stdout, "data"), changes.next()]);
      expect(value).toMatchObject({ buildId: build.id });
      delays.push(Date.now() - Number(String(reportedAt)));
      expect(await page.builds.get({ tenant: ctx.tenant.slug, buildId: build.id })).toMatchObject({
        status: "IN_PROGRESS",
      });
    }
    expect(Math.min(...delays)).toBeLessThan(1_000);
  } finally {
    closing.abort();
    other.kill("SIGKILL");
  }
});
