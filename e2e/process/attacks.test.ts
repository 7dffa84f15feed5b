import { readFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import postgres from "postgres";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { describeUrls, type Settings } from "@/db/embedded/settings.ts";
import { type Launched, launch, waitUntilRunning } from "./launcher-fixture.ts";
import { makeTempDirectory } from "./postgres-fixture.ts";
import { startProgram } from "./program.ts";

/** Requests that once kept the page process or a thread pool busy for many seconds. */
const ITEM = "/marketplace/app-plugin/photo-annotate";
const MAX_PAGE_MS = 1_000;

let directory: ReturnType<typeof makeTempDirectory>;
let product: Launched;
let sql: postgres.Sql;
const sockets: Socket[] = [];

beforeAll(async () => {
  expect(await startProgram("server/start.ts", ["--build-only"]).exited).toBe(0);
  directory = makeTempDirectory();
  const dataDir = join(directory.path, "data");
  product = await launch(dataDir, { RATE_LIMIT_SCALE: "1000", LOG_LEVEL: "error" });
  await waitUntilRunning(product);
  const settings = JSON.parse(readFileSync(join(dataDir, "postgres.json"), "utf8")) as Settings;
  sql = postgres(describeUrls(settings).url, { max: 1, connection: { "drydock.scope": "*" } });
  for (let warmUp = 0; warmUp < 5; warmUp += 1) await openPage();
}, 300_000);

afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

afterAll(async () => {
  await sql.end();
  process.kill(product.pid, "SIGTERM");
  await product.exited;
  directory.remove();
});

async function openPage(): Promise<{ status: number; ms: number }> {
  const startedAt = performance.now();
  const response = await fetch(`${product.origin}/marketplace`);
  await response.text();
  return { status: response.status, ms: performance.now() - startedAt };
}

/** Opens pages one after the other until the attack has ended; each must be there within a second. */
async function expectPagesDuring(attack: Promise<unknown>): Promise<void> {
  let isOver = false;
  void attack.finally(() => {
    isOver = true;
  });
  const pages: Awaited<ReturnType<typeof openPage>>[] = [];
  do pages.push(await openPage());
  while (!isOver);
  await attack;
  expect(pages.filter(({ status, ms }) => status !== 200 || ms > MAX_PAGE_MS)).toEqual([]);
}

const setChangelogs = (changelog: string) =>
  sql`update listings set changelog = ${changelog} where type = 'APP_PLUGIN' and slug = 'photo-annotate'`;

const view = async (path: string) => {
  const response = await fetch(product.origin + path);
  expect(response.status).toBe(200);
  return response.text();
};

describe("pages are served within a second during", () => {
  test("views of a changelog that made an expression backtrack", async () => {
    await setChangelogs(`# ${" ".repeat(6_000)}\u2028x`);
    await expectPagesDuring(Promise.all(Array.from({ length: 7 }, () => view(`${ITEM}?from=1.0.0`))));
  });

  test("views of short Markdown that becomes a hundred thousand table cells", async () => {
    const columns = 118;
    await setChangelogs(`${"|a".repeat(columns)}|\n${"|-".repeat(columns)}|\n${"|\n".repeat(990)}`);
    const views = Array.from({ length: 7 }, () => view(`${ITEM}?from=1.0.0`));
    await expectPagesDuring(Promise.all(views));
    expect((await Promise.all(views)).every((page) => page.length < 1_500_000)).toBe(true);
  });

  test("thirty wrong sign-ins at once", async () => {
    const csrf = await fetch(`${product.origin}/api/auth/csrf`);
    const cookie = csrf.headers
      .getSetCookie()
      .map((line) => line.split(";")[0])
      .join("; ");
    const { csrfToken } = (await csrf.json()) as { csrfToken: string };
    const signIn = async () => {
      const response = await fetch(`${product.origin}/api/auth/callback/credentials`, {
        method: "POST",
        redirect: "manual",
        headers: { cookie, "content-type": "application/x-www-form-urlencoded" },
        body: new URLSearchParams({ csrfToken, email: "dev@acme.test", password: "wrong", json: "true" }),
      });
      return response.status;
    };
    const attack = Promise.all(Array.from({ length: 30 }, signIn));
    await expectPagesDuring(attack);
    for (const status of await attack) expect([401, 429, 503]).toContain(status);
  });

  test("requests that never complete", async () => {
    const { hostname, port } = new URL(product.origin);
    for (let count = 0; count < 200; count += 1) {
      const socket = connect(Number(port), hostname);
      socket.on("error", () => {});
      socket.write(
        `${count % 2 ? "GET /icon.svg" : "PUT /marketplace"} HTTP/1.1\r\nHost: ${hostname}\r\nContent-Length: 10\r\n\r\nabc`,
      );
      sockets.push(socket);
    }
    const pages = Promise.all(Array.from({ length: 10 }, openPage));
    await expectPagesDuring(pages);
  });
});
