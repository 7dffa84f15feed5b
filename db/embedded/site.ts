import { createHash } from "node:crypto";
import {
  chownSync,
  cpSync,
  existsSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { join } from "node:path";
import { type Binaries, copyBinaries, locateBinaries } from "./binaries.ts";
import { chooseIdentity, explainFailure, type Identity } from "./identity.ts";

/** Where PostgreSQL runs, from what, and as whom. */
export interface Site {
  dataDir: string;
  /** The cluster's directory; absolute and free of links, as PostgreSQL itself reports it. */
  cluster: string;
  binaries: Binaries;
  identity: Identity;
}

/** Finds a way to run PostgreSQL on `dataDir`, whoever runs this and wherever the project lies. */
export async function prepareSite(dataDir: string): Promise<Site> {
  const binaries = locateBinaries(dataDir);
  const identity = await chooseIdentity(binaries.postgres, dataDir);
  if (identity) return toSite(dataDir, binaries, identity);
  const failure = await explainFailure(binaries.postgres);
  if (failure)
    throw new Error(`The embedded PostgreSQL cannot run here; set DATABASE_URL instead.\n${failure}`);
  return relocate(dataDir, binaries);
}

/**
 * The last resort for root below a directory closed to others: programs and cluster move to a directory that
 * anyone may enter, and a link in `dataDir` keeps the way to them for every later start.
 */
export async function relocate(
  dataDir: string,
  binaries: Binaries,
  parent = "/var/lib/drydock",
): Promise<Site> {
  const name = createHash("sha256").update(realpathSync(dataDir)).digest("hex").slice(0, 16);
  const home = join(parent, name);
  mkdirSync(home, { recursive: true, mode: 0o755 });
  const copied = copyBinaries(binaries.root, join(home, "native"));
  const identity = await chooseIdentity(copied.postgres, home);
  if (!identity) {
    throw new Error(
      `The embedded PostgreSQL cannot run on ${dataDir}: this user can neither run it as it is nor as nobody. ` +
        "Start as an ordinary user, choose another DATA_DIR, or set DATABASE_URL.",
    );
  }
  moveBehindLink(join(dataDir, "postgres"), join(home, "postgres"));
  return toSite(dataDir, copied, identity);
}

/** Makes a file or a tree belong to the user PostgreSQL runs as. */
export function giveTo(path: string, { owner }: Identity): void {
  const stat = statSync(path);
  if (!owner || stat.uid === owner.uid) return;
  const entries = stat.isDirectory() ? readdirSync(path, { recursive: true, encoding: "utf8" }) : [];
  for (const entry of entries) lchownSync(join(path, entry), owner.uid, owner.gid);
  // Last, so that an interrupted change of owner is seen and repeated.
  chownSync(path, owner.uid, owner.gid);
}

/** Complete or repeatable at every step: the old directory goes only when the link stands. */
function moveBehindLink(path: string, target: string): void {
  const old = `${path}.moved`;
  if (existsSync(path) && !lstatSync(path).isSymbolicLink()) {
    rmSync(target, { recursive: true, force: true });
    cpSync(path, target, { recursive: true, preserveTimestamps: true });
    renameSync(path, old);
  }
  mkdirSync(target, { recursive: true, mode: 0o700 });
  if (!existsSync(path)) symlinkSync(target, path);
  rmSync(old, { recursive: true, force: true });
}

function toSite(dataDir: string, binaries: Binaries, identity: Identity): Site {
  const path = join(dataDir, "postgres");
  return { dataDir, binaries, identity, cluster: existsSync(path) ? realpathSync(path) : path };
}
