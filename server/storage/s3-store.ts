import { createHash } from "node:crypto";
import { S3mini, S3ServiceError, type UploadPart } from "s3mini";
import type { S3Address } from "@/server/core/env/storage-url.ts";
import { log } from "@/server/core/log.ts";
import type { ObjectStore } from "./object-store.ts";
import type { SignedFetch } from "./s3-fetch.ts";

/** Minimum part size of S3, since each upload buffers one part; 10,000 parts hold 48 GiB. */
const PART_BYTES = 5 * 1_024 * 1_024;
const MEDIA_TYPE = "application/octet-stream";

/**
 * S3 store: a body of one part is put directly, a longer one by multipart upload. Parts of an upload that could neither
 * be completed nor aborted need a lifecycle rule of the bucket.
 */
export function createS3Store(
  { endpoint, region, encryption }: S3Address,
  fetchSigned: SignedFetch,
): ObjectStore {
  // Without credentials it leaves the signature to its fetch.
  const bucket = new S3mini({ endpoint, region, accessKeyId: "", secretAccessKey: "", fetch: fetchSigned });
  return {
    put: async (key, body) => {
      const hash = createHash("sha256");
      let sizeBytes = 0;
      const hashParts = async function* () {
        for await (const part of splitIntoParts(body)) {
          hash.update(part);
          sizeBytes += part.byteLength;
          yield part;
        }
      };
      await putParts(bucket, key, hashParts(), encryption);
      return { sizeBytes, sha256: hash.digest("hex") };
    },
    get: async (key, range) => {
      const response = await orNull(
        // s3mini takes an exclusive end.
        range ? bucket.getObjectRaw(key, false, range.start, range.end + 1) : bucket.getObjectRaw(key),
      );
      if (!response) return null;
      const total = response.headers.get("content-range")?.split("/")[1];
      const sizeBytes = Number(total ?? response.headers.get("content-length"));
      return { body: (response.body ?? []) as unknown as AsyncIterable<Uint8Array>, sizeBytes };
    },
    head: async (key) => {
      const sizeBytes = await orNull(bucket.getContentLength(key));
      return sizeBytes === null ? null : { sizeBytes };
    },
    delete: async (key) => {
      await bucket.deleteObject(key);
    },
  };
}

async function putParts(
  bucket: S3mini,
  key: string,
  parts: AsyncIterable<Buffer>,
  encryption: S3Address["encryption"],
): Promise<void> {
  let uploadId: string | undefined;
  const sent: UploadPart[] = [];
  try {
    for await (const part of parts) {
      if (!uploadId && part.byteLength < PART_BYTES) {
        await bucket.putObject(key, part, MEDIA_TYPE, undefined, encryption);
        return;
      }
      uploadId ??= await bucket.getMultipartUploadId(key, MEDIA_TYPE, undefined, encryption);
      sent.push(await bucket.uploadPart(key, uploadId, part, sent.length + 1));
    }
    if (uploadId) await bucket.completeMultipartUpload(key, uploadId, sent);
  } catch (error) {
    if (uploadId) await abortUpload(bucket, key, uploadId);
    throw error;
  }
}

async function abortUpload(bucket: S3mini, key: string, uploadId: string): Promise<void> {
  try {
    await bucket.abortMultipartUpload(key, uploadId);
  } catch (error) {
    log().warn({ err: error, key }, "aborting an upload to the object store failed");
  }
}

/** Splits a body into parts of `PART_BYTES`, the last one shorter; an empty body is one empty part. */
async function* splitIntoParts(body: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let part = Buffer.allocUnsafeSlow(PART_BYTES);
  let filled = 0;
  let isFirst = true;
  for await (const chunk of body) {
    for (let offset = 0; offset < chunk.byteLength; ) {
      const piece = chunk.subarray(offset, offset + PART_BYTES - filled);
      part.set(piece, filled);
      filled += piece.byteLength;
      offset += piece.byteLength;
      if (filled < PART_BYTES) continue;
      yield part;
      isFirst = false;
      part = Buffer.allocUnsafeSlow(PART_BYTES);
      filled = 0;
    }
  }
  if (filled > 0 || isFirst) yield part.subarray(0, filled);
}

async function orNull<T>(found: Promise<T>): Promise<T | null> {
  try {
    return await found;
  } catch (error) {
    const cause = error instanceof S3ServiceError ? error : (error as Error).cause;
    const isMissing = cause instanceof S3ServiceError && cause.status === 404;
    if (isMissing && cause.serviceCode !== "NoSuchBucket") return null;
    throw error;
  }
}
