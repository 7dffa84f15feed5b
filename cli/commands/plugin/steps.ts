import { createHash } from "node:crypto";
import { LISTING_TYPE_OF, type PluginManifest } from "../../../server/archives/manifest.ts";
import type { Api } from "../../api/api.ts";
import type { Entity, Listing } from "../../api/views.ts";
import type { Archive } from "../../archive/pack.ts";
import type { Session } from "../../session.ts";
import { formatBar, type Progress } from "../../terminal/activity.ts";
import { formatBytes } from "../../terminal/format.ts";
import type { Reporter } from "../../terminal/reporter.ts";

const REFERENCE_OF: Record<PluginManifest["type"], string> = { app: "appPluginId", system: "systemPluginId" };

/** The plugin's identifier on the platform, which learns of it when it is new. */
export async function registerPlugin(
  { reporter }: Session,
  api: Api,
  manifest: PluginManifest,
  tenantName: string,
): Promise<string> {
  const { status, body } = await api.call<Entity>({
    method: "POST",
    path: "/api/marketplace/entities",
    json: entityOf(manifest),
  });
  if (status === 201) reporter.step(`Registered ${manifest.slug}, which is new to ${tenantName}`);
  return body.id;
}

export const entityOf = ({ type, slug, name, description }: PluginManifest) => ({
  type: LISTING_TYPE_OF[type],
  slug,
  name,
  description,
});

/** The archive goes to the address of its hash, so that an upload that was cut is simply repeated. */
export async function uploadArchive({ reporter }: Session, api: Api, archive: Archive): Promise<void> {
  const { bytes, sha256 } = archive;
  const activity = reporter.start("Uploading");
  const size = formatBytes(bytes.length);
  try {
    const { status } = await api.call({
      method: "PUT",
      path: `/api/marketplace/archives/${sha256}`,
      gzip: bytes,
      onProgress: (sent) => activity.update(progressOf("Uploading", reporter, archive, sent)),
    });
    activity.done(status === 201 ? `Uploaded ${size}` : `The archive was uploaded before (${size})`);
  } catch (error) {
    activity.clear();
    throw error;
  }
}

/** Has the platform judge the archive, and compare it with the version before, without keeping it. */
export async function showArchive({ reporter }: Session, api: Api, archive: Archive): Promise<void> {
  const activity = reporter.start("Having the archive judged");
  try {
    await api.call({
      method: "PUT",
      path: `/api/marketplace/archives/${archive.sha256}?dryRun=true`,
      gzip: archive.bytes,
      onProgress: (sent) => activity.update(progressOf("Having the archive judged", reporter, archive, sent)),
    });
  } finally {
    activity.clear();
  }
}

/** The bar takes what the words leave of the line. */
function progressOf(what: string, { err }: Reporter, { bytes }: Archive, sentBytes: number): Progress {
  const amount = `${formatBytes(sentBytes)} of ${formatBytes(bytes.length)}`;
  return (columns) => {
    const bar = formatBar(sentBytes / bytes.length, err, columns - `${what}  ${amount}`.length);
    return `${what} ${bar} ${amount}`;
  };
}

export interface Submission {
  manifest: PluginManifest;
  archive: Archive;
  entityId: string;
  changelog: string | null;
}

/** Hands a version in. The key is made of what is handed in: the same again is answered with the first result. */
export async function submit(
  api: Api,
  { manifest, archive, entityId, changelog }: Submission,
): Promise<{ listing: Listing; replayed: boolean }> {
  const json = {
    ...requestOf(manifest, entityId),
    archiveSha256: archive.sha256,
    ...(changelog !== null && { changelog }),
  };
  const key = createHash("sha256")
    .update(`${api.access.tenantId}\n${JSON.stringify(json)}`)
    .digest("hex");
  const { body, headers } = await api.call<Listing>({
    method: "POST",
    path: "/api/marketplace/publish",
    json,
    headers: { "Idempotency-Key": `cli-${key}` },
  });
  return { listing: body, replayed: headers["idempotency-replayed"] === "true" };
}

export const requestOf = ({ type, name, slug, version, description }: PluginManifest, entityId: string) => ({
  type: LISTING_TYPE_OF[type],
  name,
  slug,
  version,
  description,
  [REFERENCE_OF[type]]: entityId,
});
