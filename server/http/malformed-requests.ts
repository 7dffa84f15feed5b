import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { AppError } from "../platform/errors.ts";
import { newId } from "../platform/ids.ts";
import { problemResponse } from "./problem.ts";

/** The answer to a request whose line or headers cannot be understood. */
export function rejectMalformedRequest(
  detail = "The request's address or Host header cannot be understood.",
  status?: number,
): Response {
  const problems = [{ path: "", message: detail }];
  const error = new AppError("VALIDATION_FAILED", detail, { problems });
  return problemResponse(error, newId(), status === undefined ? {} : { status });
}

/** What Node's parser gives up on, where HTTP has a status of its own for it. */
const REASONS: Record<string, Reason> = {
  HPE_HEADER_OVERFLOW: [431, "Request Header Fields Too Large", "The headers are larger than 16 KiB."],
  ERR_HTTP_REQUEST_TIMEOUT: [408, "Request Timeout", "The request took too long to arrive."],
};
const ANY_REASON: Reason = [400, "Bad Request", "This is no HTTP request."];

type Reason = [status: number, phrase: string, detail: string];

/**
 * Answers what is no HTTP request with a problem document, as everything else, and closes the connection. Where the
 * answer to an earlier request is on its way, nothing may be put into the middle of it.
 */
export async function rejectUnparsableRequest(
  error: NodeJS.ErrnoException,
  socket: Duplex,
  isAnswering: boolean,
): Promise<void> {
  if (error.code === "ECONNRESET" || !socket.writable || isAnswering) return void socket.destroy();
  const [status, phrase, detail] = REASONS[error.code ?? ""] ?? ANY_REASON;
  const answer = rejectMalformedRequest(detail, status);
  const body = await answer.text();
  const headers = [
    ...answer.headers,
    ["Content-Length", String(Buffer.byteLength(body))],
    ["Connection", "close"],
  ];
  const head = [`HTTP/1.1 ${status} ${phrase}`, ...headers.map((field) => field.join(": "))];
  socket.write(`${head.join("\r\n")}\r\n\r\n${body}`);
  (socket as Socket).destroySoon();
}

/** Remembers which connections are in the middle of an answer. */
export function trackResponses() {
  const answers = new WeakMap<object, { headersSent: boolean; writableFinished: boolean }>();
  return {
    note: (request: { socket: object }, answer: { headersSent: boolean; writableFinished: boolean }) =>
      answers.set(request.socket, answer),
    isAnswering: (socket: object) => {
      const answer = answers.get(socket);
      return answer?.headersSent === true && !answer.writableFinished;
    },
  };
}
