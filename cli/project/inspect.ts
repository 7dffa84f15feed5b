import { ARCHIVE_LIMITS } from "@/shared/plugin/limits.ts";
import { PluginManifest } from "@/shared/plugin/manifest.ts";
import { listArchiveProblems } from "@/shared/plugin/validate-archive.ts";
import { formatBytes } from "@/shared/text/format.ts";
import type { CommandContext } from "../context/context.ts";
import type { Diagnostic } from "../context/errors.ts";
import { type Archive, createArchive } from "./archive.ts";
import { readChangelog } from "./changelog.ts";
import { type CheckOptions, checkFiles, type FileCheck } from "./checks.ts";
import { formatLargestFiles, isWithinLimits, MANIFEST_FILE } from "./files.ts";
import { findCorruptPictures } from "./pictures.ts";
import { bundleProject, openProject, type Project } from "./project.ts";

/** Result of the local validation of a project. Publishing fails for each of its errors. */
export interface Inspection {
  project: Project;
  /** Null if the files exceed the limits of an archive. */
  archive: Archive | null;
  changelog: string | null;
  check: FileCheck;
  errors: Diagnostic[];
  warnings: Diagnostic[];
  /** Files with secrets; empty if they are allowed, which makes them warnings. */
  secrets: Diagnostic[];
  /** Reason why the packed archive is too large, or null. */
  sizeError: Diagnostic | null;
}

export interface InspectOptions {
  /** API token; no file may contain it. */
  token?: string | undefined;
  allowSecrets?: true | undefined;
}

/** Validates and packs a project in memory, by the rules of the platform itself. @throws CliError without a manifest */
export async function inspectProject(
  context: CommandContext,
  folderPath: string,
  { token, allowSecrets }: InspectOptions,
): Promise<Inspection> {
  const project = await bundleProject(openProject(context.cwd, folderPath));
  const { folder, changelogSource, files } = project;
  const changelog = changelogSource && readChangelog(folder, changelogSource);
  const errors = [...project.errors, ...checkChangelog(changelog)];
  const options = { changelog, hasVersion: changelogSource !== null, token };
  const archive = isWithinLimits(files) ? await pack(context, project, options) : null;
  const check = archive?.check ?? checkFiles(files, options);
  const sizeError = archive && checkSize(archive);
  if (archive && !sizeError) {
    const problems = await listArchiveProblems(archive.bytes, archive.sha256);
    const { manifest } = project;
    const others = problems.length > 0 || !manifest ? problems : findCorruptPictures(manifest, files);
    errors.push(...others.filter((problem) => !isNamed(problem, errors)));
  }
  return {
    project,
    archive,
    changelog,
    check,
    errors,
    warnings: [...project.warnings, ...(allowSecrets ? check.secrets : []), ...check.warnings],
    secrets: allowSecrets ? [] : check.secrets,
    sizeError,
  };
}

/**
 * True for a problem of the archive that is already among the errors of the project. The platform's message names the
 * field of the manifest. In an invalid project the entry may not be bundled yet.
 */
function isNamed({ path, message }: Diagnostic, errors: readonly Diagnostic[]): boolean {
  if (path !== MANIFEST_FILE) return errors.some((error) => error.path === path);
  const [field] = message.split(": ");
  return (
    errors.some((error) => error.path === `${MANIFEST_FILE}.${field}`) ||
    (field === "entry" && errors.length > 0)
  );
}

function pack(
  { reporter, signal }: CommandContext,
  { files, unpackedBytes }: Project,
  options: CheckOptions,
): Promise<Archive> {
  const spinner = reporter.startSpinner("Building");
  const total = formatBytes(unpackedBytes);
  const onProgress = (bytes: number) => spinner.update(`Building ${formatBytes(bytes)} of ${total}`);
  return createArchive(files, { ...options, onProgress, signal }).finally(spinner.stop);
}

/** The manifest's own field is checked with the manifest. */
function checkChangelog(changelog: string | null): Diagnostic[] {
  const { error } = PluginManifest.shape.changelog.safeParse(changelog ?? undefined);
  return (error?.issues ?? []).map(({ message }) => ({
    path: "CHANGELOG.md",
    message: `the section of this version ${message}`,
  }));
}

function checkSize({ bytes, files }: Archive): Diagnostic | null {
  const { packedBytes } = ARCHIVE_LIMITS;
  if (bytes.length <= packedBytes) return null;
  const [size, limit] = [formatBytes(bytes.length), formatBytes(packedBytes)];
  const message = `is ${size}; the limit is ${limit}. Largest: ${formatLargestFiles(files)}`;
  return { path: ".", message };
}
