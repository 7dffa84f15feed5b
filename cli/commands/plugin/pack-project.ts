import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { ARCHIVE_LIMITS } from "../../../server/archives/limits.ts";
import type { PluginManifest } from "../../../server/archives/manifest.ts";
import { type Archive, pack } from "../../archive/pack.ts";
import { Failure, type Problem } from "../../failure.ts";
import { checkProject } from "../../project/check.ts";
import { describeLargest } from "../../project/files.ts";
import { formatProblems } from "../../report-failure.ts";
import type { Session } from "../../session.ts";
import { formatBytes, formatCount } from "../../terminal/format.ts";
import { titleOf } from "./plugin-title.ts";

export interface PackedProject {
  folder: string;
  manifest: PluginManifest;
  archive: Archive;
  /** Where the archive belongs, as the person would write it. */
  path: string;
  warnings: Problem[];
}

/** Checks a plugin and packs it, saying both and warning of what may not belong into an archive. Writes nothing. */
export async function packProject(
  session: Session,
  given: string,
  token: string | undefined,
): Promise<PackedProject> {
  const { reporter } = session;
  const checked = checkProject(session.cwd, given);
  const { folder, files, problems } = checked;
  const manifest = requireSound(checked.manifest, problems);
  reporter.step(`${titleOf(manifest)} keeps the rules of the marketplace`);
  const activity = reporter.start("Packing");
  const total = formatBytes(checked.unpackedBytes);
  const onProgress = (packedBytes: number) =>
    activity.update(`Packing ${formatBytes(packedBytes)} of ${total}`);
  const { signal } = session;
  const archive = await pack(files, { token, onProgress, signal }).finally(activity.clear);
  const warnings = [...checked.warnings, ...archive.warnings];
  for (const line of formatProblems(warnings, reporter.err)) reporter.warn(line);
  if (archive.warnings.length > 0) {
    reporter.note("  Name in .drydockignore what should not be packed.");
  }
  requireSize(archive);
  const path = join(folder, `${manifest.slug}-${manifest.version}.tar.gz`);
  return { folder, manifest, archive, path: relative(session.cwd, path), warnings };
}

/** Puts the archive beside the manifest, unless it is there already. */
export function writeArchive(
  { reporter }: Session,
  { folder, manifest, archive, path }: PackedProject,
): void {
  const target = join(folder, `${manifest.slug}-${manifest.version}.tar.gz`);
  const inPlace = statSync(target, { throwIfNoEntry: false });
  if (inPlace && !inPlace.isFile()) throw noRoomFor(path);
  const isThere = inPlace !== undefined && readFileSync(target).equals(archive.bytes);
  if (!isThere) writeWhole(target, archive.bytes);
  const size = `${formatCount(archive.files.length, "file")}, ${formatBytes(archive.bytes.length)}`;
  reporter.step(isThere ? `${path} is up to date (${size})` : `Packed ${path} (${size})`);
}

const noRoomFor = (path: string) =>
  new Failure({
    code: "NOT_A_FILE",
    message: `${path} is where the archive goes, but it is no file.`,
    hint: "Move it out of the way and run the command again.",
  });

/** An archive is there whole or not at all. */
function writeWhole(target: string, bytes: Buffer): void {
  const unfinished = `${target}.${process.pid}.tmp`;
  try {
    writeFileSync(unfinished, bytes);
    renameSync(unfinished, target);
  } finally {
    rmSync(unfinished, { force: true });
  }
}

function requireSound(manifest: PluginManifest | null, problems: Problem[]): PluginManifest {
  if (manifest && problems.length === 0) return manifest;
  throw new Failure({
    code: "INVALID_PROJECT",
    message: `The plugin breaks ${formatCount(problems.length, "rule")} of the marketplace.`,
    hint: "Correct what is listed and run the command again.",
    problems,
  });
}

function requireSize({ bytes, files }: Archive): void {
  if (bytes.length <= ARCHIVE_LIMITS.packedBytes) return;
  throw new Failure({
    code: "ARCHIVE_TOO_LARGE",
    message: `The archive is ${formatBytes(bytes.length)} large; the limit is ${formatBytes(ARCHIVE_LIMITS.packedBytes)}.`,
    hint: `Name in .drydockignore what the plugin does not need. Largest: ${describeLargest(files)}.`,
  });
}
