import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { ARCHIVE_LIMITS } from "../../server/archives/limits.ts";
import type { PluginManifest } from "../../server/archives/manifest.ts";
import type { CommandContext } from "../context/context.ts";
import { CliError, type Diagnostic, formatDiagnostics } from "../context/errors.ts";
import { formatBytes, formatCount, formatFileSize } from "../terminal/format.ts";
import { type Archive, createArchive } from "./archive.ts";
import { formatLargestFiles } from "./files.ts";
import { formatPlugin, openProject, type Project } from "./project.ts";

export interface PackedProject {
  folder: string;
  manifest: PluginManifest;
  archive: Archive;
  /** Path of the archive, relative to the working directory. */
  path: string;
  warnings: Diagnostic[];
}

/** Validates and packs a project in memory. @throws CliError if it is invalid or too large */
export async function packProject(
  { reporter, cwd, signal }: CommandContext,
  folderPath: string,
  token: string | undefined,
): Promise<PackedProject> {
  const project = openProject(cwd, folderPath);
  const manifest = getValidManifest(project);
  const { folder, files, unpackedBytes } = project;
  reporter.success(`${formatPlugin(manifest)} keeps the rules of the marketplace`);
  const spinner = reporter.startSpinner("Packing");
  const total = formatBytes(unpackedBytes);
  const onProgress = (packedBytes: number) =>
    spinner.update(`Packing ${formatBytes(packedBytes)} of ${total}`);
  const archive = await createArchive(files, { token, onProgress, signal }).finally(spinner.stop);
  const warnings = [...project.warnings, ...archive.warnings];
  for (const line of formatDiagnostics(warnings, reporter.err)) reporter.warn(line);
  if (archive.warnings.length > 0) reporter.info("  Name in .drydockignore what should not be packed.");
  const { packedBytes } = ARCHIVE_LIMITS;
  if (archive.bytes.length > packedBytes) {
    const [size, limit] = [formatBytes(archive.bytes.length), formatBytes(packedBytes)];
    throw new CliError({
      code: "ARCHIVE_TOO_LARGE",
      message: `The archive is ${size} large; the limit is ${limit}.`,
      hint: `Name in .drydockignore what the plugin does not need. Largest: ${formatLargestFiles(archive.files)}.`,
    });
  }
  const path = relative(cwd, join(folder, `${manifest.slug}-${manifest.version}.tar.gz`));
  return { folder, manifest, archive, path, warnings };
}

/** Writes the archive beside the manifest, atomically, unless the same bytes are already there. */
export function writeArchive({ reporter, cwd }: CommandContext, { archive, path }: PackedProject): void {
  const { bytes, files } = archive;
  const target = resolve(cwd, path);
  const stats = statSync(target, { throwIfNoEntry: false });
  if (stats && !stats.isFile()) {
    throw new CliError({
      code: "NOT_A_FILE",
      message: `${path} is where the archive goes, but it is no file.`,
      hint: "Move it out of the way and run the command again.",
    });
  }
  const isUpToDate = stats !== undefined && readFileSync(target).equals(bytes);
  if (!isUpToDate) writeAtomically(target, bytes);
  const size = formatFileSize(files.length, bytes.length);
  reporter.success(isUpToDate ? `${path} is up to date (${size})` : `Packed ${path} (${size})`);
}

function getValidManifest({ manifest, errors }: Project): PluginManifest {
  if (manifest && errors.length === 0) return manifest;
  throw new CliError({
    code: "INVALID_PROJECT",
    message: `The plugin breaks ${formatCount(errors.length, "rule")} of the marketplace.`,
    hint: "Correct what is listed and run the command again.",
    diagnostics: errors,
  });
}

function writeAtomically(target: string, bytes: Buffer): void {
  const temporary = `${target}.${process.pid}.tmp`;
  try {
    writeFileSync(temporary, bytes);
    renameSync(temporary, target);
  } finally {
    rmSync(temporary, { force: true });
  }
}
