import { z } from "zod";
import { validationFailed } from "@/shared/errors.ts";
import type { ByteRange, Download } from "../storage/object-store.ts";
import { problemResponse } from "./problem.ts";
import { matchesEntityTag } from "./response.ts";

export const DownloadBody = z.unknown().meta({ type: "string", format: "binary" });

export const TextDownloadBody = z.unknown().meta({ type: "string" });

/** Idle timeout of a download: a client that reads nothing for this long is disconnected. */
export const IDLE_READER_TIMEOUT_MS = 60_000;

/**
 * Download response with conditional and range requests (RFC 9110, 13 and 14): 304 for a matching entity tag, 206 for one
 * satisfiable range whose `If-Range` matches, 416 for an unsatisfiable one, else 200. It is always an attachment, so a
 * browser never runs it.
 */
export async function sendDownload(
  download: Download,
  request: Request,
  extraHeaders: Record<string, string>,
): Promise<Response> {
  const { sizeBytes, sha256 } = download;
  const tag = sha256 && `"${sha256}"`;
  const headers: Record<string, string> = {
    "Accept-Ranges": "bytes",
    "Cache-Control": "private, no-cache, no-transform",
    ...download.headers,
    ...extraHeaders,
    ...(tag && { ETag: tag }),
  };
  if (tag && matchesEntityTag(request.headers.get("if-none-match"), tag)) {
    return new Response(null, { status: 304, headers });
  }
  const range = requestedRange(request.headers, { sizeBytes, tag });
  if (range === "unsatisfiable") return rangeNotSatisfiable(sizeBytes, headers);
  const allHeaders = { ...headers, ...representationHeaders(download, range) };
  const body = request.method === "HEAD" ? null : toStream(await download.open(range ?? undefined));
  return new Response(body, { status: range ? 206 : 200, headers: allHeaders });
}

function representationHeaders(
  { fileName, sizeBytes, sha256, mediaType = "application/octet-stream" }: Download,
  range: ByteRange | null,
): Record<string, string> {
  return {
    "Content-Type": mediaType,
    "Content-Disposition": attachment(fileName),
    "Content-Length": String(range ? range.end - range.start + 1 : sizeBytes),
    ...(sha256 && {
      "Repr-Digest": `sha-256=:${Buffer.from(sha256, "hex").toString("base64")}:`,
      "X-Checksum-Sha256": sha256,
    }),
    ...(range && { "Content-Range": `bytes ${range.start}-${range.end}/${sizeBytes}` }),
  };
}

/** One range of bytes. All repetitions are bounded, so a long header takes no longer than a short one. */
const RANGE = /^bytes {0,9}= {0,9}(\d{0,15}) {0,9}- {0,9}(\d{0,15})$/i;

/** Attachment with a name in ASCII and, if that differs, the name itself (RFC 6266, RFC 8187). */
export function attachment(fileName: string): string {
  const plain = fileName.replaceAll(/[^A-Za-z0-9._+-]/gu, "_");
  if (plain === fileName) return `attachment; filename="${plain}"`;
  const encoded = encodeURIComponent(fileName.toWellFormed()).replaceAll(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

/** Requested range; null for the whole representation, which is also the answer to several ranges. */
function requestedRange(
  headers: Headers,
  { sizeBytes, tag }: { sizeBytes: number; tag: string | null },
): ByteRange | "unsatisfiable" | null {
  const condition = headers.get("if-range");
  if (condition !== null && condition.trim() !== tag) return null;
  const [, first = "", last = ""] = RANGE.exec(headers.get("range")?.trim() ?? "") ?? [];
  if (first === "" && last === "") return null;
  if (first !== "" && last !== "" && Number(last) < Number(first)) return null;
  const start = first === "" ? Math.max(0, sizeBytes - Number(last)) : Number(first);
  const end = first === "" || last === "" ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1);
  return start >= sizeBytes || (first === "" && Number(last) === 0) ? "unsatisfiable" : { start, end };
}

function rangeNotSatisfiable(sizeBytes: number, headers: Record<string, string>): Response {
  const problem = validationFailed([
    { path: "Range", message: `is beyond the ${sizeBytes} bytes of the content` },
  ]);
  return problemResponse(problem, headers["X-Request-Id"] ?? "", {
    status: 416,
    headers: { ...headers, "Content-Range": `bytes */${sizeBytes}` },
  });
}

/** Stream that closes its source when the client disconnects or stops reading. */
function toStream(bytes: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const source = bytes[Symbol.asyncIterator]();
  let timer: NodeJS.Timeout | undefined;
  const closeSource = async () => {
    clearTimeout(timer);
    await source.return?.();
  };
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        clearTimeout(timer);
        const { done, value } = await source.next();
        if (done) return controller.close();
        controller.enqueue(value);
        timer = setTimeout(() => {
          controller.error(new Error("the client stopped reading the download"));
          void closeSource();
        }, IDLE_READER_TIMEOUT_MS);
      },
      cancel: closeSource,
    },
    { highWaterMark: 0 },
  );
}
