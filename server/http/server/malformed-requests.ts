import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { newId } from "@/server/core/ids.ts";
import { AppError } from "@/shared/errors.ts";
import { problemResponse } from "../problem.ts";
import { SECURITY_HEADERS } from "./security-headers.ts";

/** 400 for a request line or headers that cannot be parsed. */
export function rejectMalformedRequest(
  detail = "The URL or the Host header is malformed.",
  status?: number,
): Response {
  const problems = [{ path: "", message: detail }];
  const error = new AppError("VALIDATION_FAILED", detail, { problems });
  return problemResponse(error, newId(), status === undefined ? {} : { status });
}

/** Errors of Node's HTTP parser that have a status of their own. */
const PARSER_ERRORS: Record<string, ParserError> = {
  HPE_HEADER_OVERFLOW: [431, "Request Header Fields Too Large", "The headers exceed 16 KiB."],
  ERR_HTTP_REQUEST_TIMEOUT: [408, "Request Timeout", "The request took too long to arrive."],
};
const BAD_REQUEST: ParserError = [400, "Bad Request", "The request is not valid HTTP."];

type ParserError = [status: number, phrase: string, detail: string];

/**
 * Problem document for input that is not HTTP; closes the connection. While a response to an earlier request is being
 * sent, the connection closes without one.
 */
export async function rejectUnparsableRequest(
  error: NodeJS.ErrnoException,
  socket: Duplex,
  isResponding: boolean,
): Promise<void> {
  if (error.code === "ECONNRESET" || !socket.writable || isResponding) return void socket.destroy();
  const [status, phrase, detail] = PARSER_ERRORS[error.code ?? ""] ?? BAD_REQUEST;
  await writeRawResponse(socket, rejectMalformedRequest(detail, status), phrase);
}

/** 405 for `CONNECT`, which turns the connection into a tunnel before any handler sees it. */
export async function rejectConnect(_request: unknown, socket: Duplex): Promise<void> {
  socket.on("error", () => socket.destroy());
  const error = new AppError("METHOD_NOT_ALLOWED", "CONNECT is not allowed.");
  const headers = { Allow: "GET, HEAD, POST, PUT, DELETE, OPTIONS" };
  await writeRawResponse(socket, problemResponse(error, newId(), { headers }), "Method Not Allowed");
}

async function writeRawResponse(socket: Duplex, response: Response, phrase: string): Promise<void> {
  const { status } = response;
  const body = await response.text();
  const merged = new Headers(SECURITY_HEADERS);
  for (const [name, value] of response.headers) merged.set(name, value);
  const headers = [...merged, ["Content-Length", String(Buffer.byteLength(body))], ["Connection", "close"]];
  const head = [`HTTP/1.1 ${status} ${phrase}`, ...headers.map((field) => field.join(": "))];
  socket.write(`${head.join("\r\n")}\r\n\r\n${body}`);
  (socket as Socket).destroySoon();
}

/** Tracker of the connections on which a response is being sent. */
export function trackResponses() {
  const responses = new WeakMap<object, ResponseState>();
  return {
    track: (request: { socket: object }, response: ResponseState) => responses.set(request.socket, response),
    isResponding: (socket: object) => {
      const response = responses.get(socket);
      return response?.headersSent === true && !response.writableFinished;
    },
  };
}

interface ResponseState {
  headersSent: boolean;
  writableFinished: boolean;
}
