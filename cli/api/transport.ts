import { type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";

export interface Outgoing {
  method: "GET" | "POST" | "PUT";
  url: string;
  headers: Record<string, string>;
  body?: Uint8Array;
  /** Told how much of the body is on its way. */
  onProgress?: (sentBytes: number) => void;
  signal: AbortSignal;
}

export interface Incoming {
  status: number;
  headers: IncomingMessage["headers"];
  text: string;
}

/** No answer came; the `code` is the system's word for why. */
export class ConnectionLost extends Error {
  readonly code: string;

  constructor(cause: Error & { code?: string }) {
    super(cause.message, { cause });
    this.name = "ConnectionLost";
    this.code = cause.code ?? "ECONNRESET";
  }
}

const SILENCE_MS = 30_000;
const CHUNK_BYTES = 65_536;
const LARGEST_ANSWER_BYTES = 64 * 1_048_576;

/**
 * One request and its answer. An answer that comes before the whole body is out counts, since a refusal may.
 * @throws ConnectionLost
 */
export function requestContext(outgoing: Outgoing): Promise<Incoming> {
  const { method, url, headers, body, signal } = outgoing;
  return new Promise((resolve, reject) => {
    const fail = (cause: Error) => reject(signal.aborted ? signal.reason : new ConnectionLost(cause));
    const request = (url.startsWith("https:") ? requestHttps : requestHttp)(url, {
      method,
      headers: { ...headers, ...(body && { "Content-Length": String(body.length) }) },
      signal,
    });
    request.setTimeout(SILENCE_MS, () => {
      const seconds = SILENCE_MS / 1_000;
      request.destroy(Object.assign(new Error(`no sign of life for ${seconds} s`), { code: "ETIMEDOUT" }));
    });
    request.once("error", fail);
    request.once("response", (response) => {
      // What happens to the rest of the body no longer matters.
      request.off("error", fail).on("error", () => {});
      readText(response).then(
        (text) => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
        fail,
      );
    });
    if (body) sendInPieces(request, body, outgoing.onProgress);
    else request.end();
  });
}

function sendInPieces(
  request: ReturnType<typeof requestHttp>,
  body: Uint8Array,
  onProgress: Outgoing["onProgress"],
): void {
  let sent = 0;
  const sendNext = () => {
    if (request.destroyed) return;
    if (sent >= body.length) {
      request.end();
      return;
    }
    const piece = body.subarray(sent, sent + CHUNK_BYTES);
    request.write(piece, (error) => {
      if (error) return;
      sent += piece.length;
      onProgress?.(sent);
      sendNext();
    });
  };
  sendNext();
}

async function readText(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of response) {
    length += chunk.length;
    if (length > LARGEST_ANSWER_BYTES) throw new Error("the answer is too large");
    chunks.push(chunk);
  }
  if (!response.complete) throw new Error("the answer was cut off");
  return Buffer.concat(chunks).toString("utf8");
}
