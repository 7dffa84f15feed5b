import { connect } from "node:net";
import type { EntryPoint } from "./entry-points.ts";
import type { HttpResponse } from "./send-request.ts";

/** Raw HTTP request, for what `fetch` would normalize: header lines and chunks as given. */
export interface RawRequest {
  /** Request line without the protocol: `POST /api/marketplace/publish`. */
  start: string;
  headers?: readonly string[];
  /** Chunks of the body. It may stay incomplete. */
  body?: readonly (string | Uint8Array)[];
  /** Half-closes the socket after the body. */
  halfCloses?: boolean;
}

/** Sends a raw request. Resolves with the first complete response, or null when the connection closed without one. */
export function sendRaw(entryPoint: EntryPoint, request: RawRequest): Promise<HttpResponse | null> {
  const { hostname, port, host } = new URL(entryPoint.origin);
  const hasBody = !request.start.startsWith("HEAD ");
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
    let received = Buffer.alloc(0);
    const settle = (hasEnded: boolean) => {
      const response = parseReply(received, { hasEnded, hasBody });
      if (!response && !hasEnded) return;
      socket.destroy();
      resolve(response);
    };
    socket.on("data", (chunk) => {
      received = Buffer.concat([received, chunk]);
      settle(false);
    });
    socket.on("end", () => settle(true));
    // The server may close after its response while the body is still being sent.
    socket.on("error", (error: NodeJS.ErrnoException) =>
      ["ECONNRESET", "EPIPE"].includes(error.code ?? "") ? settle(true) : reject(error),
    );
    const lines = [`${request.start} HTTP/1.1`, `Host: ${host}`, ...(request.headers ?? [])];
    socket.write(`${lines.join("\r\n")}\r\n\r\n`);
    for (const chunk of request.body ?? []) socket.write(chunk);
    if (request.halfCloses) socket.end();
  });
}

/** Sends a JSON request with repeated header lines, which `fetch` would merge. */
export async function sendLines(
  entryPoint: EntryPoint,
  start: string,
  lines: readonly string[],
  json?: unknown,
): Promise<HttpResponse> {
  const body = json === undefined ? "" : JSON.stringify(json);
  const headers = [...lines, "Content-Type: application/json", `Content-Length: ${Buffer.byteLength(body)}`];
  const response = await sendRaw(entryPoint, { start, headers, body: [body] });
  if (!response) throw new Error(`No answer to ${start}`);
  return response;
}

/** Chunk of a chunked body. */
export function chunkOf(text: string): string {
  return `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;
}

function parseReply(
  received: Buffer,
  { hasEnded, hasBody }: { hasEnded: boolean; hasBody: boolean },
): HttpResponse | null {
  const split = received.indexOf("\r\n\r\n");
  if (split < 0) return null;
  const [statusLine = "", ...lines] = received.subarray(0, split).toString("latin1").split("\r\n");
  const headers = new Headers(lines.map((line) => splitOnce(line, ":")));
  const status = Number(statusLine.split(" ")[1]);
  if (!hasBody || status === 204 || status === 304) return { status, headers, text: "" };
  const body = received.subarray(split + 4);
  const text = headers.get("transfer-encoding") === "chunked" ? joinChunks(body) : body.toString();
  const length = headers.get("content-length");
  const isComplete = length === null ? text !== null : body.length >= Number(length);
  if (!isComplete && !hasEnded) return null;
  return { status, headers, text: text ?? "" };
}

function joinChunks(body: Buffer): string | null {
  const chunks: Buffer[] = [];
  for (let at = 0; ; ) {
    const lineEnd = body.indexOf("\r\n", at);
    if (lineEnd < 0) return null;
    const size = Number.parseInt(body.subarray(at, lineEnd).toString(), 16);
    if (size === 0) return Buffer.concat(chunks).toString();
    chunks.push(body.subarray(lineEnd + 2, lineEnd + 2 + size));
    at = lineEnd + 2 + size + 2;
    if (at > body.length) return null;
  }
}

function splitOnce(line: string, separator: string): [string, string] {
  const at = line.indexOf(separator);
  return [line.slice(0, at), line.slice(at + 1).trim()];
}
