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

/** Installation of the embedded PostgreSQL: data directory, programs and the user that runs them. */
export interface Installation {
  dataDir: string;
  /** Directory of the cluster; absolute with symbolic links resolved, as PostgreSQL reports it. */
  cluster: string;
  binaries: Binaries;
  identity: Identity;
}

/**
 * Installation for `dataDir`, for any user and location of the project.
 * @throws Error when no identity can run PostgreSQL
 */
export async function prepareInstallation(dataDir: string): Promise<Installation> {
  const binaries = locateBinaries(dataDir);
  const identity = await chooseIdentity(binaries.postgres, dataDir);
  if (identity) return toInstallation(dataDir, binaries, identity);
  const failure = await explainFailure(binaries.postgres);
  if (failure || process.getuid?.() !== 0) {
    const reason = failure ?? "This user has no name, and the system allows no user namespaces.";
    throw new Error(`The embedded PostgreSQL cannot run here; set DATABASE_URL instead.\n${reason}`);
  }
  return relocate(dataDir, binaries);
}

/**
 * Fallback for root below a private directory: moves programs and cluster to a directory that every user may enter, and
 * links to the cluster from `dataDir` for later starts.
 */
export async function relocate(
  dataDir: string,
  binaries: Binaries,
  parent = "/var/lib/drydock",
): Promise<Installation> {
  const name = createHash("sha256").update(realpathSync(dataDir)).digest("hex").slice(0, 16);
  const home = join(parent, name);
  mkdirSync(home, { recursive: true, mode: 0o755 });
  const copied = copyBinaries(binaries.root, join(home, "native"));
  const identity = await chooseIdentity(copied.postgres, home);
  if (!identity) {
    throw new Error(
      `The embedded PostgreSQL cannot run in ${dataDir}: neither as this user nor as nobody. ` +
        "Start as an ordinary user, choose another DATA_DIR, or set DATABASE_URL.",
    );
  }
  moveToLinkTarget(join(dataDir, "postgres"), join(home, "postgres"));
  return toInstallation(dataDir, copied, identity);
}

/** Changes the owner of a file or directory tree to the user that runs PostgreSQL. */
export function changeOwner(path: string, { owner }: Identity): void {
  const stat = statSync(path);
  if (!owner || stat.uid === owner.uid) return;
  const entries = stat.isDirectory() ? readdirSync(path, { recursive: true, encoding: "utf8" }) : [];
  for (const entry of entries) lchownSync(join(path, entry), owner.uid, owner.gid);
  // Last, so that an interrupted change of owner is detected and repeated.
  chownSync(path, owner.uid, owner.gid);
}

/** Moves a directory and links to it; repeatable after any interruption, as the original is removed last. */
function moveToLinkTarget(path: string, target: string): void {
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

function toInstallation(dataDir: string, binaries: Binaries, identity: Identity): Installation {
  const path = join(dataDir, "postgres");
  return { dataDir, binaries, identity, cluster: existsSync(path) ? realpathSync(path) : path };
}
