import { fileURLToPath } from "node:url";

/** Object store address: a directory (null: the default one), or a bucket of an S3-compatible service. */
export type StorageAddress = { kind: "file"; directory: string | null } | S3Address;

export interface S3Address {
  kind: "s3";
  /** URL of the bucket, path style. */
  endpoint: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/**
 * Parses `file:`, `file:/absolute/path` or `s3://key:secret@host/bucket?region=...`. The service is reached over
 * https, except on loopback or with `?tls=false`.
 * @throws Error whose message is the violated rule
 */
export function parseStorageUrl(url: string): StorageAddress {
  if (url === "file:") return { kind: "file", directory: null };
  const parsed = URL.canParse(url) ? new URL(url) : null;
  if (parsed?.protocol === "file:") return { kind: "file", directory: pathOf(parsed, url) };
  if (parsed?.protocol !== "s3:") throw new Error("must start with file: or s3://");
  const bucket = parsed.pathname.slice(1).replace(/\/$/, "");
  if (!parsed.host || !parsed.username || !parsed.password || !/^[a-z0-9][a-z0-9.-]+$/.test(bucket)) {
    throw new Error("must be s3://key:secret@host/bucket, with key and secret percent-encoded");
  }
  return {
    kind: "s3",
    endpoint: `${isPlain(parsed) ? "http" : "https"}://${parsed.host}/${bucket}`,
    region: parsed.searchParams.get("region") ?? "auto",
    accessKeyId: decodeURIComponent(parsed.username),
    secretAccessKey: decodeURIComponent(parsed.password),
  };
}

function pathOf(parsed: URL, url: string): string {
  if (parsed.host !== "" || !/^file:\/(\/\/|(?!\/))/.test(url))
    throw new Error("must be file:/absolute/path");
  return fileURLToPath(parsed);
}

const isPlain = ({ hostname, searchParams }: URL) =>
  searchParams.get("tls") === "false" || ["localhost", "127.0.0.1", "[::1]"].includes(hostname);
