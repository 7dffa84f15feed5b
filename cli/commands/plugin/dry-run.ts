import type { Api } from "../../api/api.ts";
import type { Entity } from "../../api/views.ts";
import type { DryRunDocument } from "../../documents.ts";
import type { Session, Work } from "../../session.ts";
import { formatBytes, formatCount } from "../../terminal/format.ts";
import type { PackedProject } from "./pack-project.ts";
import { pickPlugin, titleOf } from "./plugin-title.ts";
import { entityOf, requestOf, showArchive } from "./steps.ts";

/** Asks the platform what it would say to this version and its archive, without changing anything there or here. */
export async function rehearse(
  session: Session,
  api: Api,
  { manifest, archive, warnings }: PackedProject,
  changelog: string | null,
): Work {
  const { reporter } = session;
  const { body: entity } = await api.call<Partial<Entity>>({
    method: "POST",
    path: "/api/marketplace/entities?dryRun=true",
    json: entityOf(manifest),
  });
  if (entity.id) {
    const json = { ...requestOf(manifest, entity.id), ...(changelog !== null && { changelog }) };
    await api.call({ method: "POST", path: "/api/marketplace/publish?dryRun=true", json });
  }
  await showArchive(session, api, archive);
  const registers = entity.id === undefined;
  const { bytes, sha256, files } = archive;
  reporter.document({
    dryRun: true,
    plugin: pickPlugin(manifest),
    archive: { sha256, sizeBytes: bytes.length, fileCount: files.length },
    registers,
    warnings,
  } satisfies DryRunDocument);
  const size = `${formatCount(files.length, "file")}, ${formatBytes(bytes.length)}`;
  reporter.print(`${reporter.out.green("✓")} ${titleOf(manifest)} can be handed in (${size}).`);
  if (registers) reporter.print(`  ${manifest.slug} is new and would be registered first.`);
  reporter.note("  This was a dry run: nothing was changed.");
  return undefined;
}
