import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { DryRunOutput, ErrorOutput, PublishOutput, ValidateOutput } from "@/cli/output/schemas.ts";
import { appPlugins, archives, listings } from "@/db/schema/index.ts";
import { parseOutput, runCli } from "../process/cli/run-cli.ts";
import { FRONT } from "./entry-points.ts";
import { type Account, createAccount, createToken, db } from "./fixtures.ts";
import { uniqueSlug } from "./publish-request.ts";

let parent: string;
let folder: string;
let account: Account;

beforeAll(() => {
  parent = mkdtempSync(join(tmpdir(), "drydock-cli-"));
});
afterAll(() => rmSync(parent, { recursive: true, force: true }));
beforeEach(async () => {
  account = await createAccount();
  const name = uniqueSlug().slice(0, 20);
  await runCli(["plugin", "create", name, "--type", "app"], { cwd: parent });
  folder = join(parent, name);
  edit({ slug: uniqueSlug(), version: "1.2.0" });
});

const edit = (change: object) => {
  const path = join(folder, "plugin.json");
  writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, "utf8")), ...change }));
};
const run = (line: string, { token } = account) =>
  runCli(line.split(" "), { cwd: folder, env: { CLI_API_URL: FRONT.origin, CLI_TOKEN: token } });
const publish = async (change: object, as = account) => {
  edit(change);
  return parseOutput(await run("plugin publish --json", as), PublishOutput);
};
const countRows = async () => {
  const { tenantId } = account;
  const counts = [appPlugins, archives, listings].map((table) =>
    db().$count(table, eq(table.tenantId, tenantId)),
  );
  return Promise.all(counts);
};
const readSlug = (): string => JSON.parse(readFileSync(join(folder, "plugin.json"), "utf8")).slug;

describe("a dry run and an online validation", () => {
  it("accept a new plugin, store nothing, and the same plugin is then published", async () => {
    const dryRun = parseOutput(await run("plugin publish --dry-run --json"), DryRunOutput);
    expect(dryRun.registers).toBe(true);
    const validated = await run(`plugin validate --json --api-url ${FRONT.origin}`);
    expect(parseOutput(validated, ValidateOutput)).toMatchObject({ valid: true, errors: [] });
    expect(await countRows()).toEqual([0, 0, 0]);
    expect(await publish({})).toMatchObject({ status: "PENDING_APPROVAL" });
    expect(await countRows()).toEqual([1, 1, 1]);
    const rows = await db()
      .select()
      .from(listings)
      .where(and(eq(listings.tenantId, account.tenantId), eq(listings.slug, readSlug())));
    expect(rows).toHaveLength(1);
  });

  it.each([
    [
      "SLUG_TAKEN",
      "is taken by another publisher",
      async () => void (await publish({}, await createAccount())),
    ],
    [
      "VERSION_EXISTS",
      "was already submitted",
      async () => {
        await publish({});
        edit({ description: "Another text for the same version." });
      },
    ],
    [
      "VERSION_NOT_INCREMENTED",
      "must be higher than 1.2.0",
      async () => {
        await publish({});
        edit({ version: "1.1.0" });
      },
    ],
    [
      "ARCHIVE_REJECTED",
      'adds "contacts"',
      async () => {
        await publish({ permissions: [] });
        edit({ version: "1.2.1", permissions: ["contacts"] });
      },
    ],
  ])("refuse what publishing refuses with %s", async (code, text, prepare) => {
    await prepare();
    const before = await countRows();
    const dryRun = await run("plugin publish --dry-run --json");
    expect(dryRun.code).toBe(1);
    const { error } = parseOutput(dryRun, ErrorOutput);
    expect(error.code).toBe(code);
    const validated = await run(`plugin validate --json --api-url ${FRONT.origin}`);
    expect(validated.code).toBe(1);
    expect(
      parseOutput(validated, ValidateOutput)
        .errors.map(({ message }) => message)
        .join(),
    ).toContain(text);
    expect(await countRows()).toEqual(before);
    const published = await run("plugin publish --json");
    expect(parseOutput(published, ErrorOutput).error.code).toBe(code);
  });

  it("refuse a token without the permission", async () => {
    const reader = await createToken(account.ctx, ["BUILDS_READ"]);
    for (const line of ["plugin publish --dry-run", `plugin validate --api-url ${FRONT.origin}`]) {
      const ran = await run(`${line} --json`, reader);
      expect(ran.code).toBe(1);
      expect(parseOutput(ran, ErrorOutput).error.code).toBe("PERMISSION_DENIED");
    }
  });
});
