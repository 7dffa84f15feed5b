import { spawnSync } from "node:child_process";
import { chownSync, cpSync, existsSync, lstatSync, mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Binaries, copyBinaries, locateBinaries } from "@/db/embedded/binaries.ts";
import { ensureCluster } from "@/db/embedded/cluster.ts";
import { chooseIdentity, listIdentities } from "@/db/embedded/identity.ts";
import { type Installation, relocate } from "@/db/embedded/installation.ts";
import { claimFreePort, readOrCreateSettings } from "@/db/embedded/settings.ts";
import { superviseServer } from "@/db/embedded/supervisor.ts";
import { listServerProcesses, makeTempDirectory, startHost, stopHost } from "./postgres-fixture.ts";
import { projectRoot } from "./program.ts";

const isRoot = process.getuid?.() === 0;
const NOBODY_UID = 65_534;
let directory: ReturnType<typeof makeTempDirectory>;

beforeEach(() => {
  directory = makeTempDirectory();
});

afterEach(() => directory.remove());

describe("directory and user of the embedded PostgreSQL", () => {
  test("below a directory with access for its owner only", async () => {
    const closed = join(directory.path, "closed");
    mkdirSync(closed, { mode: 0o700 });
    const host = await startHost(join(closed, "data"));
    expect(await stopHost(host)).toBe(0);
  });

  test.runIf(isRoot && canNobodyRunProject())("as an ordinary user", async () => {
    const dataDir = join(directory.path, "data");
    mkdirSync(dataDir, { mode: 0o700 });
    chownSync(dataDir, NOBODY_UID, NOBODY_UID);
    const host = await startHost(dataDir, { uid: NOBODY_UID, gid: NOBODY_UID });
    expect(statSync(join(dataDir, "postgres")).uid).toBe(NOBODY_UID);
    expect(await stopHost(host)).toBe(0);
  });

  test.runIf(isRoot)("as root it never runs as root", async () => {
    const host = await startHost(directory.path);
    const [server = 0] = listServerProcesses(directory.path);
    expect(statSync(`/proc/${server}`).uid).toBe(NOBODY_UID);
    await stopHost(host);
  });

  // With the program itself out of reach as well, as when the whole project lies in a home directory.
  const fallbacks = isRoot ? listIdentities().slice(1) : [];
  test.each(fallbacks)("programs and data out of reach: $name", async (identity) => {
    const { closed, binaries } = copyOutOfReach();
    expect(await chooseIdentity(binaries.postgres, closed, listIdentities().slice(0, 1))).toBeNull();
    expect(await chooseIdentity(binaries.postgres, closed, [identity])).toBe(identity);
    const installation: Installation = {
      dataDir: closed,
      cluster: join(closed, "postgres"),
      binaries,
      identity,
    };
    await startAndStop(installation);
    await startAndStop(installation);
  });

  test.runIf(isRoot)("programs and data out of reach: moved to where they can be reached", async () => {
    const { closed, binaries } = copyOutOfReach();
    const [first, ...others] = listIdentities();
    await startAndStop({
      dataDir: closed,
      cluster: join(closed, "postgres"),
      binaries,
      identity: others[0] ?? first ?? expect.fail("no identity"),
    });
    const installation = await relocate(closed, binaries, join(directory.path, "reachable"));
    expect(installation.identity).toBe(first);
    expect(lstatSync(join(closed, "postgres")).isSymbolicLink()).toBe(true);
    expect(readdirSync(installation.cluster)).toContain("PG_VERSION");
    await startAndStop(installation);
    expect((await relocate(closed, binaries, join(directory.path, "reachable"))).cluster).toBe(
      installation.cluster,
    );
    await startAndStop(installation);
  });
});

describe("PostgreSQL's libraries", () => {
  test("are linked at start without install scripts", () => {
    const { root } = locateBinaries(directory.path);
    const bare = join(directory.path, "native");
    cpSync(root, bare, { recursive: true, verbatimSymlinks: true });
    const links = readdirSync(join(bare, "lib")).filter((name) =>
      lstatSync(join(bare, "lib", name)).isSymbolicLink(),
    );
    for (const name of links) rmSync(join(bare, "lib", name));
    copyBinaries(bare, join(directory.path, "copy"));
    for (const name of links) expect(existsSync(join(directory.path, "copy", "lib", name)), name).toBe(true);
    expect(links.length).toBeGreaterThan(0);
  });
});

/** Not when the checkout itself lies below a closed directory. */
function canNobodyRunProject(): boolean {
  const read = `require("node:fs").readFileSync(${JSON.stringify(join(projectRoot, "package.json"))})`;
  return (
    spawnSync(process.execPath, ["-e", read], { cwd: "/", uid: NOBODY_UID, gid: NOBODY_UID }).status === 0
  );
}

function copyOutOfReach(): { closed: string; binaries: Binaries } {
  const closed = join(directory.path, "closed");
  mkdirSync(closed, { mode: 0o700 });
  return { closed, binaries: copyBinaries(locateBinaries(closed).root, join(closed, "native")) };
}

async function startAndStop(installation: Installation): Promise<void> {
  const recorded = readOrCreateSettings(installation.dataDir);
  await ensureCluster(installation, recorded);
  const settings = await claimFreePort(installation.dataDir, recorded);
  const server = await superviseServer({
    installation,
    settings,
    log: () => {},
    isDurable: true,
    orphan: null,
  });
  await server.stop();
  expect(listServerProcesses(installation.dataDir)).toEqual([]);
}
