import { fileURLToPath } from "node:url";

/** Object store address: a directory (null: the default one), or a bucket of an S3-compatible service. */
export type StorageAddress = { kind: "file"; directory: string | null } | S3Address;

export interface S3Address {
  kind: "s3";
  /** URL of the bucket, path style, with the prefix of all keys. */
  endpoint: string;
  region: string;
  /** Null: those of the environment, shared files, web identity, container or instance. */
  credentials: { accessKeyId: string; secretAccessKey: string } | null;
  /** Headers of a request that creates an object. */
  encryption: Record<`x-amz-${string}`, string>;
}

/** Bucket, and the folders of a prefix. */
const BUCKET_PATH = /^[a-z0-9][a-z0-9.-]+(\/[\w-][\w.-]*)*$/;

/**
 * Parses `file:`, `file:/absolute/path` or `s3://key:secret@host/bucket/prefix?region=…&sse=…&kms_key_id=…`, with key and
 * secret, prefix and parameters optional. The service is reached over https, except on loopback or with `?tls=false`.
 * @throws Error whose message is the violated rule
 */
export function parseStorageUrl(url: string): StorageAddress {
  if (url === "file:") return { kind: "file", directory: null };
  const parsed = URL.canParse(url) ? new URL(url) : null;
  if (parsed?.protocol === "file:") return { kind: "file", directory: pathOf(parsed, url) };
  if (parsed?.protocol !== "s3:") throw new Error("must start with file: or s3://");
  const path = parsed.pathname.slice(1).replace(/\/$/, "");
  const { host, username, password, searchParams } = parsed;
  if (!host || (username === "") !== (password === "") || !BUCKET_PATH.test(path)) {
    throw new Error(
      "must be s3://key:secret@host/bucket, with key and secret percent-encoded, or s3://host/bucket",
    );
  }
  return {
    kind: "s3",
    endpoint: `${isPlain(parsed) ? "http" : "https"}://${host}/${path}`,
    region: searchParams.get("region") ?? "auto",
    credentials:
      username === ""
        ? null
        : { accessKeyId: decodeURIComponent(username), secretAccessKey: decodeURIComponent(password) },
    encryption: toEncryptionHeaders(searchParams),
  };
}

function toEncryptionHeaders(parameters: URLSearchParams): S3Address["encryption"] {
  const algorithm = parameters.get("sse");
  const keyId = parameters.get("kms_key_id");
  if (algorithm !== null && !["AES256", "aws:kms", "aws:kms:dsse"].includes(algorithm))
    throw new Error("must have AES256, aws:kms or aws:kms:dsse as sse");
  if (keyId !== null && !algorithm?.startsWith("aws:kms"))
    throw new Error("must have sse=aws:kms for a kms_key_id");
  return {
    ...(algorithm && { "x-amz-server-side-encryption": algorithm }),
    ...(keyId && { "x-amz-server-side-encryption-aws-kms-key-id": keyId }),
  };
}

function pathOf(parsed: URL, url: string): string {
  if (parsed.host !== "" || !/^file:\/(\/\/|(?!\/))/.test(url))
    throw new Error("must be file:/absolute/path");
  return fileURLToPath(parsed);
}

const isPlain = ({ hostname, searchParams }: URL) =>
  searchParams.get("tls") === "false" || ["localhost", "127.0.0.1", "[::1]"].includes(hostname);
