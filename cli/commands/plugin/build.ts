import type { BuildDocument } from "../../documents.ts";
import type { PackedFile } from "../../project/files.ts";
import type { Session, Work } from "../../session.ts";
import { formatBytes, formatCount } from "../../terminal/format.ts";
import { formatFacts, formatTable } from "../../terminal/table.ts";
import { type PackedProject, packProject, writeArchive } from "./pack-project.ts";
import { pickPlugin } from "./plugin-title.ts";

/** Packs a plugin into an archive beside its manifest and shows what is in it. */
export async function buildPlugin(session: Session, folder: string): Work {
  const { reporter } = session;
  const packed = await packProject(session, folder, session.env["CLI_TOKEN"]);
  writeArchive(session, packed);
  reporter.document(documentOf(packed));
  const { archive, path } = packed;
  const { bold, dim } = reporter.out;
  reporter.print(listFiles(archive.files, dim));
  reporter.print("");
  const facts: [string, string][] = [
    ["Archive", bold(path)],
    ["Files", `${formatCount(archive.files.length, "file")}, ${formatBytes(archive.unpackedBytes)}`],
    ["Packed", formatBytes(archive.bytes.length)],
    ["SHA-256", archive.sha256],
  ];
  reporter.print(formatFacts(facts, dim));
  return undefined;
}

/** How many files are shown; of more, those at the end are counted. */
const MOST_LINES = 200;

function listFiles(files: PackedFile[], dim: (text: string) => string): string {
  const rows = files.slice(0, MOST_LINES).map(({ path, sizeBytes }) => [path, formatBytes(sizeBytes)]);
  const table = formatTable([{ title: "File" }, { title: "Size", isRight: true }], rows, dim);
  const rest = files.length - MOST_LINES;
  return rest > 0 ? `${table}\n${dim(`and ${formatCount(rest, "more file")}`)}` : table;
}

function documentOf({ manifest, archive, path, warnings }: PackedProject): BuildDocument {
  return {
    plugin: pickPlugin(manifest),
    archive: {
      path,
      sha256: archive.sha256,
      sizeBytes: archive.bytes.length,
      unpackedBytes: archive.unpackedBytes,
      fileCount: archive.files.length,
    },
    files: archive.files.map(({ path, sizeBytes }) => ({ path, sizeBytes })),
    warnings,
  };
}
