import { z } from "zod";
import { validationFailed } from "../platform/errors.ts";
import type { ByteRange, Download } from "../storage/object-store.ts";
import { matchesEntityTag } from "./entity-tag.ts";
import { problemResponse } from "./problem.ts";

/** The response schema of a route that answers with a `Download`. */
export const DownloadBody = z.unknown().meta({ type: "string", format: "binary" });

/** A reader who takes nothing for so long is given up. */
export const IDLE_READER_TIMEOUT_MS = 60_000;

/**
 * Sends a download as RFC 9110 has it: 304 for whoever holds it, 206 for one range that can be satisfied and whose
 * `If-Range` still holds, 416 for one that cannot, and otherwise all of it. It is always an attachment of no type that a
 * browser would run.
 */
export async function sendDownload(
  download: Download,
  request: Request,
  exchangeHeaders: Record<string, string>,
): Promise<Response> {
  const { sizeBytes, sha256 } = download;
  const tag = `"${sha256}"`;
  const headers: Record<string, string> = {
    "Accept-Ranges": "bytes",
    "Cache-Control": "private, no-cache, no-transform",
    ...download.headers,
    ...exchangeHeaders,
    ETag: tag,
  };
  if (matchesEntityTag(request.headers.get("if-none-match"), tag)) {
    return new Response(null, { status: 304, headers });
  }
  const range = rangeOf(request.headers, { sizeBytes, tag });
  if (range === "unsatisfiable") return refuseRange(sizeBytes, headers);
  const described = { ...headers, ...representation(download, range) };
  const body = request.method === "HEAD" ? null : flow(await download.open(range ?? undefined));
  return new Response(body, { status: range ? 206 : 200, headers: described });
}

function representation(
  { fileName, sizeBytes, sha256 }: Download,
  range: ByteRange | null,
): Record<string, string> {
  return {
    "Content-Type": "application/octet-stream",
    "Content-Disposition": `attachment; filename="${fileName.replaceAll(/[^A-Za-z0-9._+-]/g, "_")}"`,
    "Content-Length": String(range ? range.end - range.start + 1 : sizeBytes),
    "Repr-Digest": `sha-256=:${Buffer.from(sha256, "hex").toString("base64")}:`,
    "X-Checksum-Sha256": sha256,
    ...(range && { "Content-Range": `bytes ${range.start}-${range.end}/${sizeBytes}` }),
  };
}

/** The one range that is asked for; null where all of it is to be sent, as for a list of ranges. */
function rangeOf(
  asked: Headers,
  { sizeBytes, tag }: { sizeBytes: number; tag: string },
): ByteRange | "unsatisfiable" | null {
  const condition = asked.get("if-range");
  if (condition !== null && condition.trim() !== tag) return null;
  const [, first = "", last = ""] =
    /^bytes *= *(\d{0,15}) *- *(\d{0,15})$/i.exec(asked.get("range")?.trim() ?? "") ?? [];
  if (first === "" && last === "") return null;
  if (first !== "" && last !== "" && Number(last) < Number(first)) return null;
  const start = first === "" ? Math.max(0, sizeBytes - Number(last)) : Number(first);
  const end = first === "" || last === "" ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1);
  return start >= sizeBytes || (first === "" && Number(last) === 0) ? "unsatisfiable" : { start, end };
}

function refuseRange(sizeBytes: number, headers: Record<string, string>): Response {
  const problem = validationFailed([
    { path: "Range", message: `lies beyond the ${sizeBytes} bytes there are` },
  ]);
  return problemResponse(problem, headers["X-Request-Id"] ?? "", {
    status: 416,
    headers: { ...headers, "Content-Range": `bytes */${sizeBytes}` },
  });
}

/** The bytes as a stream that lets go of its source as soon as nobody reads on. */
function flow(bytes: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const source = bytes[Symbol.asyncIterator]();
  let timer: NodeJS.Timeout | undefined;
  const letGo = async () => {
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
          controller.error(new Error("the download was not read on"));
          void letGo();
        }, IDLE_READER_TIMEOUT_MS);
      },
      cancel: letGo,
    },
    { highWaterMark: 0 },
  );
}
