import type { CommandContext } from "@/cli/context/context.ts";
import type { BuildOutput } from "@/cli/output/schemas.ts";
import type { ProjectFile } from "@/cli/project/files.ts";
import { packProject, writeArchive } from "@/cli/project/pack.ts";
import { toPluginOutput } from "@/cli/project/project.ts";
import { formatFileSize } from "@/cli/terminal/format.ts";
import { formatFields, formatTable } from "@/cli/terminal/table.ts";
import { formatBytes, formatCount } from "@/shared/text/format.ts";

export interface PackOptions {
  allowSecrets?: true;
}

/** `cli plugin build`: packs a plugin into an archive beside its manifest and lists the files in it. */
export async function run(context: CommandContext, folder: string, options: PackOptions) {
  const { reporter } = context;
  const packed = await packProject(context, folder, { ...options, token: context.env["CLI_TOKEN"] });
  writeArchive(context, packed);
  const { manifest, archive, path, warnings } = packed;
  const { files, bytes, sha256, unpackedBytes } = archive;
  reporter.printJson({
    plugin: toPluginOutput(manifest),
    archive: { path, sha256, sizeBytes: bytes.length, unpackedBytes, fileCount: files.length },
    files: files.map(({ path, sizeBytes }) => ({ path, sizeBytes })),
    warnings,
  } satisfies BuildOutput);
  const { bold, dim } = reporter.out;
  reporter.print(`${formatFiles(files, dim)}\n`);
  reporter.print(
    formatFields(
      [
        ["Archive", bold(path)],
        ["Files", formatFileSize(files.length, unpackedBytes)],
        ["Packed", formatBytes(bytes.length)],
        ["SHA-256", sha256],
      ],
      dim,
    ),
  );
}

const MAX_LISTED_FILES = 200;

function formatFiles(files: ProjectFile[], dim: (text: string) => string): string {
  const rows = files.slice(0, MAX_LISTED_FILES).map(({ path, sizeBytes }) => [path, formatBytes(sizeBytes)]);
  const table = formatTable([{ title: "File" }, { title: "Size", isRight: true }], rows, dim);
  const rest = files.length - MAX_LISTED_FILES;
  return rest > 0 ? `${table}\n${dim(`and ${formatCount(rest, "more file")}`)}` : table;
}
