import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import sharp from "sharp";
import { afterAll, beforeAll, expect, it } from "vitest";
import { RegistryItemDetail } from "@/server/domains/marketplace/registry/view.ts";
import { decideListing } from "@/server/domains/moderation/service.ts";
import { signInAdmin } from "../support/platform.ts";
import { FRONT, NEXT } from "./entry-points.ts";
import { expectView } from "./expect-response.ts";
import { type Account, createAccount } from "./fixtures.ts";
import { sendRequest } from "./send-request.ts";

const SLUG = "harbor-walk";
const README = `# Harbor Walk

Finds the way along the quays.

![Map of the harbor](docs/map.png)

- Works **offline**
`;

let folder: string;
let account: Account;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "drydock-walk-"));
  account = await createAccount();
});
afterAll(() => rm(folder, { recursive: true }));

const run = (command: string, args: string[], cwd = folder) =>
  promisify(execFile)(command, args, {
    cwd,
    env: {
      ...process.env,
      PATH: `${join(folder, "programs/bin")}:${process.env["PATH"]}`,
      CLI_API_URL: FRONT.origin,
      CLI_TOKEN: account.token,
      // `npm ci` has put esbuild into npm's cache.
      npm_config_prefer_offline: "true",
    },
  });
const cli = async (...args: string[]) =>
  JSON.parse((await run("cli", [...args, "--json"], join(folder, SLUG))).stdout);

it("leads from an empty folder to a page on the marketplace and a verified download", async () => {
  const install = ["install", "--global", "--no-audit", "--no-fund", "--prefix", join(folder, "programs")];
  await run("npm", [...install, `${FRONT.origin}/cli.tgz`]);
  await run("cli", ["plugin", "create", SLUG, "--type", "app"]);

  const project = join(folder, SLUG);
  await mkdir(join(project, "docs"));
  const picture = { width: 640, height: 400, channels: 3 as const, background: "#2f5fa8" };
  await writeFile(join(project, "docs/map.png"), await sharp({ create: picture }).png().toBuffer());
  await writeFile(join(project, "README.md"), README);
  const manifest = JSON.parse(await readFile(join(project, "plugin.json"), "utf8"));
  const edited = {
    ...manifest,
    description: "Finds the way along the quays.",
    screenshots: [{ path: "docs/map.png", alt: "Map of the harbor" }],
    categories: ["maps"],
  };
  await writeFile(join(project, "plugin.json"), JSON.stringify(edited));
  await writeFile(
    join(project, "src/index.ts"),
    `import { harbor } from "./harbor.ts";\nexport const activate = (): string => harbor;\n`,
  );
  await writeFile(join(project, "src/harbor.ts"), `export const harbor: string = "Dover";\n`);

  expect(await cli("plugin", "validate")).toMatchObject({ valid: true, errors: [], findings: [] });
  const built = await cli("plugin", "build");
  expect(await readFile(join(project, "dist/index.js"), "utf8")).toContain("Dover");
  const listing = await cli("plugin", "publish");
  expect(listing).toMatchObject({ status: "PENDING_APPROVAL", archiveSha256: built.archive.sha256 });
  await decideListing(await signInAdmin(), { listingId: listing.id, action: "approve" });

  const response = await sendRequest(NEXT, `GET /api/marketplace/items/app-plugin/${SLUG}`);
  const item = expectView(response, 200, RegistryItemDetail);
  expect(item).toMatchObject({ version: "0.1.0", categories: ["maps"], readme: README.trim() });
  expect(item.screenshots).toMatchObject([{ alt: "Map of the harbor", width: 640, height: 400 }]);
  const { pathname: icon } = new URL(item.iconUrl ?? "", FRONT.origin);
  const { pathname: screenshot } = new URL(item.screenshots[0]?.url ?? "", FRONT.origin);
  for (const path of [icon, screenshot]) {
    const { status, headers } = await sendRequest(FRONT, `GET ${path}`);
    expect([status, headers.get("content-type")]).toEqual([200, "image/webp"]);
  }

  const page = (await sendRequest(FRONT, `GET /marketplace/app-plugin/${SLUG}`)).text;
  for (const part of [icon, screenshot, "Works <strong>offline</strong>", 'alt="Map of the harbor"']) {
    expect(page).toContain(part);
  }
  const [version] = item.versions;
  const { pathname: download } = new URL(version?.downloadUrl ?? "", FRONT.origin);
  await run("curl", ["-fsS", "-o", "fetched.tar.gz", FRONT.origin + download]);
  await writeFile(join(folder, "sums"), `${version?.archiveSha256}  fetched.tar.gz\n`);
  expect((await run("sha256sum", ["--check", "sums"])).stdout).toBe("fetched.tar.gz: OK\n");
  const { stdout: files } = await run("tar", ["-tzf", "fetched.tar.gz"]);
  expect(files.split("\n")).toEqual(expect.arrayContaining(["dist/index.js", "src/harbor.ts"]));
}, 180_000);
