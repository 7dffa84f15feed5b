import { createHash } from "node:crypto";
import { S3mini, S3ServiceError, type UploadPart } from "s3mini";
import type { S3Address } from "../platform/env/storage-url.ts";
import { log } from "../platform/log.ts";
import type { ObjectStore } from "./object-store.ts";

/** The smallest part that the protocol takes, since one is held in memory per upload; 10,000 of them make 48 GiB. */
const PART_BYTES = 5 * 1_024 * 1_024;
const MEDIA_TYPE = "application/octet-stream";
const RESPONSE_TIMEOUT_MS = 30_000;

/**
 * Objects in a bucket. A body of one part is put at once; a longer one goes up part by part and appears when the upload
 * is completed. The service keeps the parts of an upload that could neither be completed nor aborted until a lifecycle
 * rule of the bucket removes them.
 */
export function createS3Store({ endpoint, region, accessKeyId, secretAccessKey }: S3Address): ObjectStore {
  const bucket = new S3mini({ endpoint, region, accessKeyId, secretAccessKey, fetch: fetchInTime });
  return {
    put: async (key, body) => {
      const hash = createHash("sha256");
      let sizeBytes = 0;
      const counted = async function* () {
        for await (const part of inParts(body)) {
          hash.update(part);
          sizeBytes += part.byteLength;
          yield part;
        }
      };
      await putParts(bucket, key, counted());
      return { sizeBytes, sha256: hash.digest("hex") };
    },
    get: async (key, range) => {
      const response = await orNull(
        // The end that s3mini takes is the first byte after the range.
        range ? bucket.getObjectRaw(key, false, range.start, range.end + 1) : bucket.getObjectRaw(key),
      );
      if (!response) return null;
      const whole = response.headers.get("content-range")?.split("/")[1];
      const sizeBytes = Number(whole ?? response.headers.get("content-length"));
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

async function putParts(bucket: S3mini, key: string, parts: AsyncIterable<Buffer>): Promise<void> {
  let uploadId: string | undefined;
  const sent: UploadPart[] = [];
  try {
    for await (const part of parts) {
      if (!uploadId && part.byteLength < PART_BYTES) {
        await bucket.putObject(key, part, MEDIA_TYPE);
        return;
      }
      uploadId ??= await bucket.getMultipartUploadId(key, MEDIA_TYPE);
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
    log().warn({ err: error, key }, "an upload to the object store could not be aborted");
  }
}

/** The bytes in parts of one size, the last one shorter; an empty body is one empty part. */
async function* inParts(body: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
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

/** Bounds the wait for the head of an answer; how long its body takes is up to whoever reads it. */
async function fetchInTime(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(new Error("no answer in time")), RESPONSE_TIMEOUT_MS);
  try {
    return await fetch(input, { ...init, signal: controller.signal });
  } finally {
    clearTimeout(timer);
  }
}
