import {
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import type { PluginManifest } from "@/shared/plugin/manifest.ts";
import { formatCount } from "@/shared/text/format.ts";
import type { CommandContext } from "../context/context.ts";
import { CliError, type Diagnostic, formatDiagnostics } from "../context/errors.ts";
import { formatFileSize } from "../terminal/format.ts";
import type { Archive } from "./archive.ts";
import { MANIFEST_FILE } from "./files.ts";
import { type Inspection, type InspectOptions, inspectProject } from "./inspect.ts";
import { formatPlugin } from "./project.ts";

export interface PackedProject {
  folder: string;
  manifest: PluginManifest;
  archive: Archive;
  changelog: string | null;
  /** Path of the archive, relative to the working directory. */
  path: string;
  warnings: Diagnostic[];
}

/** Validates and packs a project in memory. @throws CliError if it is invalid, too large or holds a secret */
export async function packProject(
  context: CommandContext,
  folderPath: string,
  options: InspectOptions,
): Promise<PackedProject> {
  const { reporter, cwd } = context;
  const inspection = await inspectProject(context, folderPath, options);
  const { warnings, changelog, project } = inspection;
  const { manifest, archive } = getPacked(inspection);
  reporter.success(`${formatPlugin(manifest)} passes all checks`);
  for (const line of formatDiagnostics(warnings, reporter.err)) reporter.warn(line);
  if (warnings.length > project.warnings.length) {
    reporter.info("  Exclude them in .drydockignore.");
  }
  const path = relative(cwd, join(project.folder, `${manifest.slug}-${manifest.version}.tar.gz`));
  return { folder: project.folder, manifest, archive, changelog, path, warnings };
}

/** Writes the archive beside the manifest, and the bundle, atomically, unless the same bytes are already there. */
export function writeArchive({ reporter, cwd }: CommandContext, packed: PackedProject): void {
  const { archive, path } = packed;
  const { bytes, files } = archive;
  writeBundle(packed);
  const target = resolve(cwd, path);
  const stats = statSync(target, { throwIfNoEntry: false });
  if (stats && !stats.isFile()) {
    throw new CliError({
      code: "NOT_A_FILE",
      message: `${path} is not a file.`,
      hint: "Remove it and try again.",
    });
  }
  const isUpToDate = stats !== undefined && readFileSync(target).equals(bytes);
  if (!isUpToDate) writeAtomically(target, bytes);
  const size = formatFileSize(files.length, bytes.length);
  reporter.success(isUpToDate ? `${path} is up to date (${size})` : `Built ${path} (${size})`);
}

/** The manifest on disk stays unchanged. @throws CliError rather than write through a symbolic link */
function writeBundle({ folder, archive }: PackedProject): void {
  for (const { path, content } of archive.files) {
    if (!content || path === MANIFEST_FILE) continue;
    const target = join(folder, path);
    assertInside(folder, path);
    mkdirSync(dirname(target), { recursive: true });
    const isUpToDate = existsSync(target) && readFileSync(target).equals(content);
    if (!isUpToDate) writeAtomically(target, content);
  }
}

function assertInside(folder: string, path: string): void {
  const segments = path.split("/");
  for (const [index] of segments.entries()) {
    const part = segments.slice(0, index + 1).join("/");
    const stats = lstatSync(join(folder, part), { throwIfNoEntry: false });
    const isFolder = index < segments.length - 1;
    if (!stats || (isFolder ? stats.isDirectory() : stats.isFile())) continue;
    throw new CliError({
      code: "NOT_A_FILE",
      message: `${part} is not a ${isFolder ? "folder" : "file"}. The bundle can't be written.`,
      hint: "Remove it and try again.",
    });
  }
}

/** Manifest and archive of a project without errors. @throws CliError with every error */
function getPacked({ project, archive, errors, secrets, sizeError }: Inspection) {
  const { manifest } = project;
  const diagnostics = [...errors, ...(sizeError ? [sizeError] : []), ...secrets];
  if (manifest && archive && diagnostics.length === 0) return { manifest, archive };
  if (errors.length > 0 || !manifest || !archive) {
    throw new CliError({
      code: "INVALID_PROJECT",
      message: `${formatCount(diagnostics.length, "problem")} found.`,
      hint: "Fix the listed problems and try again.",
      diagnostics,
    });
  }
  if (sizeError) {
    throw new CliError({
      code: "ARCHIVE_TOO_LARGE",
      message: `The archive ${sizeError.message}.`,
      hint: "Exclude files in .drydockignore and try again.",
      diagnostics: secrets,
    });
  }
  throw new CliError({
    code: "SECRETS_FOUND",
    message: `${formatCount(new Set(secrets.map(({ path }) => path)).size, "file")} may contain secrets.`,
    hint: "Exclude them in .drydockignore, remove the secrets or add --allow-secrets. Revoke secrets that were already published.",
    diagnostics: secrets,
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
