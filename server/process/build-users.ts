import { accessSync, constants, mkdirSync, readdirSync, rmSync, statSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { writeFileAtomically } from "@/db/atomic-write.ts";
import { BUILDS, buildDirectory, isBuilt, removeStamp, stampPath } from "./build-stamp.ts";
import { isLocked, tryLock, waitForLock } from "./file-lock.ts";

/**
 * Claim of the build with this hash, if it is finished. It registers this process as a user until it exits, and selects
 * the build for `next start`. A process without write permission is not registered: only the rule of the last two
 * builds protects its build.
 * @returns the build's directory relative to the root, or null
 */
export async function claimBuild(root: string, hash: string, signal?: AbortSignal): Promise<string | null> {
  const directory = buildDirectory(hash);
  if (!isWritable(join(root, USERS))) return isBuilt(root, hash) ? directory : null;
  // Otherwise a removal could come between the check and the registration.
  const release = await waitForLock(join(root, USERS, "lock"), { signal });
  try {
    if (!isBuilt(root, hash)) return null;
    tryLock(join(root, `${usersPrefix(directory)}${process.pid}`));
    const now = new Date();
    utimesSync(stampPath(join(root, directory)), now, now);
    writeFileAtomically(join(root, BUILDS, "current"), `${directory}\n`, 0o644);
    return directory;
  } finally {
    release();
  }
}

/**
 * Removal of old builds. It keeps the build with this hash, the previously claimed one, and those with a running user.
 * The caller holds the lock of builds.
 */
export async function pruneBuilds(root: string, hash: string): Promise<void> {
  const builds = readdirSync(join(root, BUILDS))
    .filter((name) => name.startsWith("pages-"))
    .map((name) => join(BUILDS, name))
    .filter((directory) => directory !== buildDirectory(hash))
    .sort((one, other) => claimedAt(root, other) - claimedAt(root, one));
  const release = await waitForLock(join(root, USERS, "lock"));
  let unused: string[];
  try {
    unused = builds.slice(1).filter((directory) => listUsers(root, directory).length === 0);
    for (const directory of unused) removeStamp(join(root, directory));
  } finally {
    release();
  }
  for (const directory of unused) rmSync(join(root, directory), { recursive: true, force: true });
}

/** True when this process may write the directory, which is created if it is missing. */
export function isWritable(directory: string): boolean {
  try {
    mkdirSync(directory, { recursive: true });
    accessSync(directory, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

const USERS = join(BUILDS, "users");

const usersPrefix = (directory: string) => join(USERS, `${directory.slice(BUILDS.length + 1)}.`);

/** Time of the last claim, or 0 for an interrupted build. */
const claimedAt = (root: string, directory: string) =>
  statSync(stampPath(join(root, directory)), { throwIfNoEntry: false })?.mtimeMs ?? 0;

/** Lock files of the running users of a build; removes those of users that have exited. */
function listUsers(root: string, directory: string): string[] {
  const users = readdirSync(join(root, USERS))
    .map((name) => join(USERS, name))
    .filter((path) => path.startsWith(usersPrefix(directory)));
  return users.filter((path) => {
    if (isLocked(join(root, path))) return true;
    rmSync(join(root, path), { force: true });
    return false;
  });
}
