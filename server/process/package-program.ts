import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { create } from "tar";

export interface ProgramPackage {
  /** npm package and its version. */
  name: string;
  version: string;
  description: string;
  /** Command and its file. */
  bin: string;
  optionalDependencies: Record<string, string>;
  fileName: string;
  text: string;
}

/**
 * Writes an npm package of a bundled program. It works without other packages, except for the commands that need an optional
 * one. The same program gives the same bytes.
 */
export async function writePackage(path: string, program: ProgramPackage): Promise<void> {
  const { name, version, description, bin, optionalDependencies, fileName, text } = program;
  mkdirSync(dirname(path), { recursive: true });
  const temporary = mkdtempSync(`${path}.tmp-`);
  try {
    const folder = join(temporary, "package");
    mkdirSync(folder);
    const engines = { node: ">=20.19.0" };
    const manifest = { name, version, description, engines, bin: { [bin]: fileName }, optionalDependencies };
    writeFileSync(join(folder, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
    writeFileSync(join(folder, fileName), text, { mode: 0o755 });
    const file = join(temporary, "package.tgz");
    const files = ["package/package.json", `package/${fileName}`];
    await create({ gzip: { level: 9 }, file, cwd: temporary, portable: true, mtime: new Date(0) }, files);
    renameSync(file, path);
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}
