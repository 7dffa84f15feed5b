import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { writeFileAtomically } from "@/db/atomic-write.ts";
import { tryLock } from "./file-lock.ts";

export interface DataDir {
  /** Absolute, with symbolic links resolved. */
  path: string;
  release(): void;
}

/** Holder of the lock: the running application or a single command. */
export type LockPurpose = "application" | "command";

/** Error of a data directory that another process has locked; the message names both. */
export class DataDirInUse extends Error {
  readonly holder: { pid: number; purpose: LockPurpose };

  constructor(path: string, holder: DataDirInUse["holder"]) {
    super(
      `The data directory ${path} is in use by process ${holder.pid}. ` +
        "Stop it, or set DATA_DIR to another directory.",
    );
    this.holder = holder;
  }
}

/**
 * Data directory, created if missing and locked by this process until `release`.
 * @throws DataDirInUse when another process holds the lock
 */
export function openDataDir(path: string, purpose: LockPurpose = "application"): DataDir {
  // As root, PostgreSQL runs as another user, who must enter the directory but not list it.
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

/** Secrets by name: 32 random bytes each, generated once and stored in `secrets.json` with mode 0600. */
export function readOrCreateSecrets(dataDir: string, names: readonly string[]): Record<string, string> {
  const path = join(dataDir, "secrets.json");
  const stored = existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as Record<string, string>) : {};
  const missing = names.filter((name) => stored[name] === undefined);
  const generated = missing.map((name) => [name, randomBytes(32).toString("base64url")]);
  const all = { ...stored, ...Object.fromEntries(generated) };
  if (missing.length > 0) writeFileAtomically(path, `${JSON.stringify(all, null, 2)}\n`, 0o600);
  return Object.fromEntries(names.map((name) => [name, all[name] ?? ""]));
}
