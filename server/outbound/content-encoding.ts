import {
  brotliDecompressSync,
  constants,
  gunzipSync,
  inflateRawSync,
  inflateSync,
  type ZlibOptions,
} from "node:zlib";

/** Maximum number of codings that are decoded. */
const MAX_CODINGS = 3;

/**
 * Decoder of a response body by its `Content-Encoding` (RFC 9110, 8.4), up to `limitBytes`. Receivers and their proxies
 * compress unasked. An undecodable body is returned unchanged; a truncated one is decoded up to its end.
 */
export function decodeContent(
  response: { headers: Record<string, string>; body: Buffer; isTruncated: boolean },
  limitBytes: number,
): Buffer {
  const codings = (response.headers["content-encoding"] ?? "")
    .toLowerCase()
    .split(",")
    .map((coding) => coding.trim())
    .filter((coding) => coding !== "" && coding !== "identity");
  if (codings.length > MAX_CODINGS) return response.body;
  let body = response.body;
  for (const coding of codings.reverse()) {
    const decoded = decode(coding, body, limitBytes);
    if (!decoded) return response.body;
    body = decoded;
  }
  return body;
}

function decode(coding: string, body: Buffer, limitBytes: number): Buffer | null {
  const decoders = DECODERS.get(coding) ?? [];
  for (const decoder of decoders) {
    try {
      return decoder(body, limitBytes);
    } catch {
      // The next decoder may know the format.
    }
  }
  return null;
}

type Decoder = (body: Buffer, limitBytes: number) => Buffer;

/** Decoding of a truncated body as far as possible, within `MAX_EXPANSION`. */
const bounded = (limitBytes: number): ZlibOptions => ({
  finishFlush: constants.Z_SYNC_FLUSH,
  maxOutputLength: MAX_EXPANSION * limitBytes,
});

/** Maximum ratio of decoded size to `limitBytes`. A body beyond it is returned unchanged. */
const MAX_EXPANSION = 16;

const gunzip: Decoder = (body, limit) => gunzipSync(body, bounded(limit)).subarray(0, limit);
/** Some servers send raw deflate data without the zlib header. */
const inflate: Decoder = (body, limit) => inflateSync(body, bounded(limit)).subarray(0, limit);
const inflateRaw: Decoder = (body, limit) => inflateRawSync(body, bounded(limit)).subarray(0, limit);
const brotli: Decoder = (body, limit) =>
  brotliDecompressSync(body, {
    finishFlush: constants.BROTLI_OPERATION_FLUSH,
    maxOutputLength: MAX_EXPANSION * limit,
  }).subarray(0, limit);

const DECODERS: ReadonlyMap<string, readonly Decoder[]> = new Map([
  ["gzip", [gunzip]],
  ["x-gzip", [gunzip]],
  ["deflate", [inflate, inflateRaw]],
  ["br", [brotli]],
]);
