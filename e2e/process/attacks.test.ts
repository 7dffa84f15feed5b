import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import postgres from "postgres";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { findActivity } from "@/db/embedded/processes.ts";
import { describeUrls, type Settings } from "@/db/embedded/settings.ts";
import { fillShape, type ShapeName } from "@/e2e/support/markdown-shapes.ts";
import { MAX_CALLS_PER_REQUEST } from "@/shared/bounds.ts";
import { type Launched, launch, waitUntilRunning } from "./launcher-fixture.ts";
import { makeTempDirectory } from "./postgres-fixture.ts";
import { startProgram } from "./program.ts";

/** Requests that once kept the page process or a thread pool busy for many seconds. */
const ITEM = "/marketplace/app-plugin/photo-annotate";
const MAX_PAGE_MS = 1_000;

/** Shapes of Markdown that cost most as a README. */
const WORST: ShapeName[] = [
  "loose lists",
  "paragraphs",
  "footnotes and definitions",
  "separate quotes",
  "wide tables",
  "quotes of lists",
  "blocks of HTML",
  "delimiter rows",
  "items with code",
  "tables",
];

const STRIPE = { STRIPE_WEBHOOK_SECRET: "whsec_of_the_attacks_which_nobody_signs_with" };
const JSON_TYPE = { "content-type": "application/json" };
const manyKeys = (count: number) =>
  JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, 1])));
const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth);
const searches = {
  path: Array(MAX_CALLS_PER_REQUEST).fill("marketplace.search").join(),
  input: encodeURIComponent(
    JSON.stringify(
      Object.fromEntries(
        Array.from({ length: MAX_CALLS_PER_REQUEST }, (_, index) => [
          index,
          { json: { search: `e${index}` } },
        ]),
      ),
    ),
  ),
};

let directory: ReturnType<typeof makeTempDirectory>;
let product: Launched;
let sql: postgres.Sql;
const sockets: Socket[] = [];

beforeAll(async () => {
  expect(await startProgram("server/start.ts", ["--build-only"]).exited).toBe(0);
  directory = makeTempDirectory();
  const dataDir = join(directory.path, "data");
  product = await launch(dataDir, { ...STRIPE, RATE_LIMIT_SCALE: "1000", LOG_LEVEL: "error" });
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

  test("first views of ten of the largest READMEs, and while they are parsed", async () => {
    const items = await sql<{ slug: string; sha256: string }[]>`
      select distinct on (slug) slug, archive_sha256 as sha256 from listings
      where type = 'APP_PLUGIN' and status = 'APPROVED' and archive_sha256 is not null
      order by slug, version_key desc limit ${WORST.length}`;
    expect(items).toHaveLength(WORST.length);
    for (const [index, shape] of WORST.entries()) {
      const readme = fillShape(shape, 512 * 1024);
      await sql`
        update archive_objects set readme = ${readme}, readme_parser_version = null
        where sha256 = ${items[index]?.sha256 ?? ""}`;
    }
    const viewAll = () =>
      Promise.all(
        items.map(async ({ slug }) => {
          const page = await view(`/marketplace/app-plugin/${slug}`);
          expect(page.length).toBeLessThan(3_000_000);
        }),
      );
    await expectPagesDuring(viewAll());
    const parse = async () => {
      await sql`select graphile_worker.add_job('parse_changelogs')`;
      const digests = items.map(({ sha256 }) => sha256);
      await expect
        .poll(
          () =>
            sql`select from archive_objects where sha256 = any(${digests}) and readme_parser_version is null`,
          { timeout: 60_000 },
        )
        .toHaveLength(0);
    };
    await expectPagesDuring(parse());
    await expectPagesDuring(viewAll());
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

/** One anonymous request of each kind that could cost more than it looks. */
const KINDS: Record<string, [request: string, headers?: Record<string, string>, body?: string]> = {
  "JSON of the largest size": [
    "POST /api/marketplace/publish",
    JSON_TYPE,
    `{"name":"${"x".repeat(130_000)}"}`,
  ],
  "JSON of many keys": ["POST /api/trpc/tenants.signUp", JSON_TYPE, manyKeys(100_000)],
  "deep JSON": ["POST /api/trpc/tenants.signUp", JSON_TYPE, "[".repeat(2_000_000)],
  "deep JSON that ends": ["POST /api/trpc/emailLinks.requestReset", JSON_TYPE, nested(900_000)],
  "annotations of the wire format": [
    "POST /api/trpc/emailLinks.requestReset",
    JSON_TYPE,
    `{"json":{},"meta":{"values":${manyKeys(50_000)}}}`,
  ],
  "a body of parts": [
    "POST /api/trpc/tenants.signUp",
    { "content-type": "multipart/form-data; boundary=x" },
    "--x\r\nContent-Disposition: form-data; name=a\r\n\r\n1\r\n".repeat(30_000),
  ],
  "many query parameters": [`GET /api/marketplace/items?${"category=maps&".repeat(900)}`],
  "a query that is no UTF-8": [`GET /api/marketplace/items?q=${"%ff".repeat(4_000)}`],
  "a path that is no UTF-8": [`GET /marketplace/${"%c0%80".repeat(2_000)}`],
  "a search for one letter": ["GET /api/marketplace/items?q=e&limit=100&sort=relevance"],
  "a search for a pattern": [`GET /marketplace?q=${encodeURIComponent("%_\\a ".repeat(40))}`],
  "a search for many words": [`GET /api/marketplace/items?q=${"an+".repeat(30)}`],
  "a long cursor": [`GET /api/marketplace/items?cursor=${"QUFB".repeat(3_000)}`],
  "a batch of searches": [`GET /api/trpc/${searches.path}?batch=1&input=${searches.input}`],
  "a changelog of nested lists": [`GET ${ITEM}?from=0.0.1`],
  "a long version": [
    `GET /api/marketplace/items/app-plugin/photo-annotate/changelog?from=1.0.0-${"a.".repeat(5_000)}b`,
  ],
  "the feed": ["GET /marketplace/feed.xml"],
  "the sitemap": ["GET /sitemap.xml"],
  "ranges of a download": ["GET /cli.tgz", { range: `bytes=${"0-1,".repeat(3_000)}0-1` }],
  "many entity tags": ["GET /api/marketplace/items", { "if-none-match": '"a",'.repeat(3_000) }],
  "many addresses of proxies": ["GET /marketplace", { "x-forwarded-for": "2001:db8::1,".repeat(1_000) }],
  "the state of a router": ["GET /marketplace", { rsc: "1", "next-router-state-tree": nested(5_000) }],
  "a session cookie": ["GET /account", { cookie: `next-auth.session-token=${"e30.".repeat(3_000)}` }],
  "a bearer token": ["GET /api/me", { authorization: `Bearer ${"eyJhIjoxfQ.".repeat(1_000)}` }],
  "a sign-in with a long password": [
    "POST /api/auth/callback/credentials",
    { "content-type": "application/x-www-form-urlencoded" },
    `email=dev@acme.test&password=${"p".repeat(1_000_000)}`,
  ],
  "a sign-up with a password that is hard to judge": [
    "POST /api/trpc/tenants.signUp",
    JSON_TYPE,
    JSON.stringify({
      json: { name: "N", tenantName: "N", email: "new@drydock.test", password: "qwertyuiop1990".repeat(18) },
    }),
  ],
  "a payment event": [
    "POST /api/billing/webhook",
    { ...JSON_TYPE, "stripe-signature": `t=1,${"v1=00,".repeat(2_000)}` },
    manyKeys(40_000),
  ],
  "a build report": ["POST /api/builds/webhook/status", JSON_TYPE, manyKeys(90_000)],
};

describe("one anonymous request takes at most a second of processor time:", () => {
  beforeAll(async () => {
    await setChangelogs(
      Array.from({ length: 300 }, (_, depth) => `${"> - ".repeat(depth % 16)}a`).join("\n"),
    );
  });

  test.each(Object.entries(KINDS))("%s", async (_, [request, headers = {}, body]) => {
    const [method = "", path = ""] = request.split(" ");
    const before = processorTimeMs();
    const response = await fetch(product.origin + path, {
      method,
      redirect: "manual",
      headers: { "sec-fetch-site": "same-origin", ...headers },
      ...(body !== undefined && { body }),
    });
    await response.text();
    const spentMs = processorTimeMs() - before;
    expect(spentMs).toBeLessThan(MAX_PAGE_MS);
    expect(response.status === 503 || response.status < 500).toBe(true);
    expect(product.output()).not.toContain("restarting");
  });
});

/** Processor time of the product so far: its processes, and those of its PostgreSQL. */
function processorTimeMs(): number {
  const lines = execFileSync("ps", ["-A", "-o", "pid=", "-o", "ppid="], { encoding: "utf8" })
    .trim()
    .split("\n");
  const parents = lines.map((line) => line.trim().split(/\s+/).map(Number) as [number, number]);
  const pids = new Set([product.pid]);
  for (const [pid, parent] of parents.toSorted(([a], [b]) => a - b)) if (pids.has(parent)) pids.add(pid);
  return [...pids].reduce((sum, pid) => sum + (findActivity(pid)?.cpuMs ?? 0), 0);
}
