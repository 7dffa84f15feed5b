import { execFileSync, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { BuildOutput, ListingOutput, PublishOutput } from "@/cli/output/schemas.ts";
import { click, expect, openAs, publishingToken, test } from "./fixtures.ts";
import { ownSlug } from "./submissions.ts";

const CLI = join(import.meta.dirname, "../../dist/cli.cjs");

let folder: string;

test.beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "drydock-cli-"));
});
test.afterEach(() => rmSync(folder, { recursive: true, force: true }));

test("a plugin goes from an empty folder to the marketplace, and comes back byte for byte", async ({
  page,
  browser,
  baseURL,
}) => {
  const token = await publishingToken(page);
  const slug = ownSlug("trail-notes");
  const project = join(folder, slug);
  const run = (cwd: string, ...args: string[]) =>
    runCli(args, cwd, { CLI_API_URL: `${baseURL}/`, CLI_TOKEN: token });

  expect(await run(folder, "plugin", "create", slug, "--type", "app")).toMatchObject({ code: 0 });
  const built = BuildOutput.parse(JSON.parse((await run(project, "plugin", "build", "--json")).stdout));
  const rehearsed = await run(project, "plugin", "publish", "--dry-run");
  expect(rehearsed, rehearsed.output).toMatchObject({ code: 0 });
  const handedIn = await run(project, "plugin", "publish", "--json");
  expect(handedIn.code, handedIn.output).toBe(0);
  const listing = PublishOutput.parse(JSON.parse(handedIn.stdout));
  expect(listing).toMatchObject({
    status: "PENDING_APPROVAL",
    archiveSha256: built.archive.sha256,
    replayed: false,
  });
  const again = PublishOutput.parse(JSON.parse((await run(project, "plugin", "publish", "--json")).stdout));
  expect(again).toMatchObject({ id: listing.id, replayed: true });

  const waiting = run(folder, "listing", "status", listing.id, "--wait", "--timeout", "3m", "--json");
  const admin = await openAs(browser, "admin", "/admin/moderation");
  await admin.getByRole("link", { name: new RegExp(`^${slug.replaceAll("-", " ")}`, "i") }).click();
  await expect(
    admin.getByRole("heading", { level: 1, name: new RegExp(`^${slug.replaceAll("-", " ")}`, "i") }),
  ).toBeVisible();
  await click(admin.getByRole("button", { name: /Approve/ }));
  await admin.getByRole("button", { name: "Approve 0.1.0" }).click();
  const decided = await waiting;
  expect(decided.code, decided.output).toBe(0);
  expect(ListingOutput.parse(JSON.parse(decided.stdout)).status).toBe("APPROVED");

  const download = await page.request.get(`/api/marketplace/downloads/app-plugin/${slug}/0.1.0`);
  expect(download.status()).toBe(200);
  const bytes = await download.body();
  expect(createHash("sha256").update(bytes).digest("hex")).toBe(built.archive.sha256);
  const unpacked = join(folder, "unpacked");
  mkdirSync(unpacked);
  writeFileSync(join(folder, "download.tar.gz"), bytes);
  execFileSync("tar", ["-xzf", join(folder, "download.tar.gz"), "-C", unpacked]);
  expect(filesIn(unpacked)).toEqual(built.files.map(({ path }) => path).sort());
  for (const path of filesIn(unpacked)) {
    expect(readFileSync(join(unpacked, path)).equals(readFileSync(join(project, path))), path).toBe(true);
  }
});

interface Ran {
  code: number | null;
  stdout: string;
  /** Both streams as they came. */
  output: string;
}

function runCli(args: string[], cwd: string, env: Record<string, string>): Promise<Ran> {
  const child = spawn(process.execPath, [CLI, ...args], { cwd, env: { ...process.env, ...env } });
  let stdout = "";
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => {
    stdout += chunk;
    output += chunk;
  });
  child.stderr.on("data", (chunk: Buffer) => {
    output += chunk;
  });
  return new Promise((resolve) => child.once("close", (code) => resolve({ code, stdout, output })));
}

const filesIn = (where: string): string[] =>
  readdirSync(where, { recursive: true, encoding: "utf8" })
    .filter((name) => statSync(join(where, name)).isFile())
    .sort();
