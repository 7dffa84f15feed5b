import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, test } from "vitest";
import { demo } from "@/app/(site)/docs/_content/quick-start.ts";
import { findProcess } from "@/db/embedded/processes.ts";
import {
  createCliToken,
  fetchStatus,
  type Launched,
  launch,
  listPageProcesses,
  waitUntilOk,
  waitUntilRunning,
} from "./launcher-fixture.ts";
import { fetchNode, OTHER_NODE_VERSIONS } from "./node-versions.ts";
import { makeTempDirectory } from "./postgres-fixture.ts";
import { projectRoot, waitUntil } from "./program.ts";

/** Download, build of the pages and first start, with others at work on the machine. */
const TIMEOUT_MS = 900_000;

let directory: ReturnType<typeof makeTempDirectory>;
let launched: Launched[];

beforeEach(() => {
  directory = makeTempDirectory();
  launched = [];
});

afterEach(async () => {
  for (const { pid, exited } of launched) {
    if (findProcess(pid)) process.kill(pid, "SIGTERM");
    await exited;
  }
  directory.remove();
});

test.each(OTHER_NODE_VERSIONS)(
  "the product and the CLI work on Node %s, and a server on another version keeps its pages",
  async (version) => {
    const before = await start("before", process.execPath);
    const assets = await listAssets(before);
    const buildBefore = currentBuild();

    const node = await fetchNode(version);
    const { stdout } = await promisify(execFile)(node, ["--version"]);
    expect(stdout).toMatch(new RegExp(`^v${version.replaceAll(".", "\\.")}\\.`));
    const product = await start("product", node);
    expect(currentBuild()).not.toBe(buildBefore);
    expect(await listAssets(product)).not.toEqual([]);
    expect(await (await signIn(product)).text()).toContain("Field Notes");
    await publishWithCli(product, node);

    // A page process that starts again takes the build that its server started with.
    const [pages = 0] = listPageProcesses(before.pid);
    process.kill(pages, "SIGKILL");
    await waitUntil(() => !listPageProcesses(before.pid).includes(pages));
    await waitUntilOk(before, "/marketplace");
    expect(await listAssets(before)).toEqual(assets);
    for (const asset of assets) expect(await fetchStatus(before, asset), asset).toBe(200);
  },
  TIMEOUT_MS,
);

async function start(name: string, node: string): Promise<Launched> {
  const program = await launch(join(directory.path, name), {}, [], { node });
  launched.push(program);
  await waitUntilRunning(program);
  return program;
}

/** Paths of scripts and styles that the marketplace loads. */
async function listAssets(product: Launched): Promise<string[]> {
  const response = await fetch(`${product.origin}/marketplace`);
  expect(response.status).toBe(200);
  const paths = (await response.text()).match(/\/_next\/static\/[\w./~-]+\.(?:js|css)/g) ?? [];
  expect(paths).not.toEqual([]);
  return [...new Set(paths)].sort();
}

const currentBuild = () => readFileSync(join(projectRoot, ".build", "current"), "utf8");

/** Signs in as Acme's developer. @returns the page of Acme's apps */
async function signIn({ origin }: Launched): Promise<Response> {
  const started = await fetch(`${origin}/api/auth/csrf`);
  const { csrfToken } = (await started.json()) as { csrfToken: string };
  const signedIn = await fetch(`${origin}/api/auth/callback/credentials`, {
    method: "POST",
    headers: { cookie: cookiesOf(started) },
    body: new URLSearchParams({ csrfToken, email: "dev@acme.test", password: demo.password, json: "true" }),
  });
  expect(signedIn.status).toBe(200);
  const page = await fetch(`${origin}/builder/acme/apps`, { headers: { cookie: cookiesOf(signedIn) } });
  expect(page.status).toBe(200);
  return page;
}

const cookiesOf = ({ headers }: Response): string =>
  headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .join("; ");

async function publishWithCli({ origin }: Launched, node: string): Promise<void> {
  const CLI_TOKEN = await createCliToken(join(directory.path, "product"), ["MARKETPLACE_PUBLISH"], node);
  const cli = async (line: string, cwd: string) => {
    const args = [join(projectRoot, "dist", "cli.cjs"), ...line.split(" ")];
    const env = { ...process.env, CLI_API_URL: origin, CLI_TOKEN };
    return (await promisify(execFile)(node, args, { cwd, env })).stdout;
  };
  await cli("plugin create node-notes --type app", directory.path);
  const project = join(directory.path, "node-notes");
  await cli("plugin build", project);
  const { id } = JSON.parse(await cli("plugin publish --json", project)) as { id: string };
  const listing = JSON.parse(await cli(`listing status ${id} --json`, project)) as object;
  expect(listing).toMatchObject({ slug: "node-notes", status: "PENDING_APPROVAL" });
}
