import { createHash } from "node:crypto";
import { LISTING_TYPE_OF, type PluginManifest } from "@/shared/plugin/manifest.ts";
import { getErrorCode } from "../context/errors.ts";
import type { ApiClient } from "./client.ts";
import type { Listing, Me, Review } from "./responses.ts";

/** Options of marketplace requests. In a dry run the platform validates and changes nothing. */
export interface RequestOptions {
  isDryRun?: boolean;
  onProgress?: (sentBytes: number) => void;
}

const toQuery = ({ isDryRun }: RequestOptions): string => (isDryRun ? "?dryRun=true" : "");

export const getListingPath = (listingId: string): string =>
  `/api/marketplace/listings/${encodeURIComponent(listingId)}`;

export const getListing = (api: ApiClient, listingId: string): Promise<Listing> =>
  api.get(getListingPath(listingId));

export async function findReview(api: ApiClient, listingId: string): Promise<Review | null> {
  try {
    return await api.get(`${getListingPath(listingId)}/review`);
  } catch (error) {
    if (getErrorCode(error) === "NOT_FOUND") return null;
    throw error;
  }
}

export const getMe = (api: ApiClient): Promise<Me> => api.get("/api/me");

/** Registers a plugin by its slug if it is new. In a dry run a new plugin has an empty ID. */
export async function registerPlugin(
  api: ApiClient,
  { type, slug, name, description }: PluginManifest,
  options: RequestOptions = {},
): Promise<{ entityId: string; isNew: boolean }> {
  const { status, body } = await api.request<{ id?: string }>({
    method: "POST",
    path: `/api/marketplace/entities${toQuery(options)}`,
    json: { type: LISTING_TYPE_OF[type], slug, name, description },
  });
  return { entityId: body.id ?? "", isNew: status === 201 };
}

/** Uploads an archive to the address of its digest, so that a repeated upload is idempotent. */
export async function uploadArchive(
  api: ApiClient,
  { bytes, sha256 }: { bytes: Uint8Array; sha256: string },
  { onProgress, ...options }: RequestOptions = {},
): Promise<{ isNew: boolean }> {
  const path = `/api/marketplace/archives/${sha256}${toQuery(options)}`;
  const { status } = await api.request({ method: "PUT", path, gzip: bytes, onProgress });
  return { isNew: status === 201 };
}

export interface Submission {
  manifest: PluginManifest;
  entityId: string;
  changelog: string | null;
  /** Absent in a dry run, which validates a version before its archive is uploaded. */
  archiveSha256?: string;
}

/** Submits a version. The idempotency key is a digest of the request, so a repeat returns the first response. */
export async function submitVersion(
  api: ApiClient,
  { manifest, entityId, changelog, archiveSha256 }: Submission,
  options: RequestOptions = {},
): Promise<{ listing: Listing; isReplayed: boolean }> {
  const { type, name, slug, version, description } = manifest;
  const json = {
    type: LISTING_TYPE_OF[type],
    name,
    slug,
    version,
    description,
    [type === "app" ? "appPluginId" : "systemPluginId"]: entityId,
    ...(archiveSha256 && { archiveSha256 }),
    ...(changelog !== null && { changelog }),
  };
  const digest = createHash("sha256")
    .update(`${api.connection.tenantId}\n${JSON.stringify(json)}`)
    .digest("hex");
  const { body, headers } = await api.request<Listing>({
    method: "POST",
    path: `/api/marketplace/publish${toQuery(options)}`,
    json,
    ...(!options.isDryRun && { headers: { "Idempotency-Key": `cli-${digest}` } }),
  });
  return { listing: body, isReplayed: headers["idempotency-replayed"] === "true" };
}
