import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { writeFileAtomically } from "../../db/atomic-write.ts";
import { tryLock } from "./file-lock.ts";

export interface DataDir {
  /** Absolute and free of links. */
  path: string;
  release(): void;
}

/** What the data directory is held for: by the application for as long as it runs, or by one command. */
export type LockPurpose = "application" | "command";

/** Another process has the data directory; one sentence that names both. */
export class DataDirInUse extends Error {
  readonly holder: { pid: number; purpose: LockPurpose };

  constructor(path: string, holder: DataDirInUse["holder"]) {
    super(
      `The data directory ${path} is in use by process ${holder.pid}; ` +
        "stop that one, or set DATA_DIR to another directory.",
    );
    this.holder = holder;
  }
}

/**
 * Creates the data directory if it is missing and takes it for this process.
 * @throws DataDirInUse
 */
export function openDataDir(path: string, purpose: LockPurpose = "application"): DataDir {
  // As root, PostgreSQL runs as another user: others may pass through, but not look around.
  const isRoot = process.getuid?.() === 0;
  if (!existsSync(path)) mkdirSync(path, { recursive: true, mode: isRoot ? 0o711 : 0o700 });
  const directory = realpathSync(path);
  const lock = tryLock(join(directory, "lock"), purpose);
  if (lock.holderPid !== null) {
    const held: LockPurpose = lock.holderPurpose === "command" ? "command" : "application";
    throw new DataDirInUse(directory, { pid: lock.holderPid, purpose: held });
  }
  return { path: directory, release: lock.release };
}

/** The named secrets, each made once and then kept in a file that only its owner may read. */
export function readOrCreateSecrets(dataDir: string, names: readonly string[]): Record<string, string> {
  const path = join(dataDir, "secrets.json");
  const kept = existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as Record<string, string>) : {};
  const missing = names.filter((name) => kept[name] === undefined);
  const made = missing.map((name) => [name, randomBytes(32).toString("base64url")]);
  const all = { ...kept, ...Object.fromEntries(made) };
  if (missing.length > 0) writeFileAtomically(path, `${JSON.stringify(all, null, 2)}\n`, 0o600);
  return Object.fromEntries(names.map((name) => [name, all[name] ?? ""]));
}
