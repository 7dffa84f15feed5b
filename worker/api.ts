import { createReadStream } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { request } from "undici";

/** A claimed build. */
export interface Job {
  buildId: string;
  appId: string;
  platform: string;
  version: string;
  gitRef: string | null;
}

/** A refusal that asking again will not change. */
export interface Refusal {
  refused: true;
  status: number;
  detail: string;
}

export interface Answer {
  refused?: undefined;
  status: number;
  body: Record<string, unknown>;
  /** The platform's clock when it answered; the worker's own may be wrong. */
  at: number;
}

/** The platform as a worker knows it: its REST surface, asked until it answers. */
export interface Api {
  /** Asks once. @throws Error when no answer came, or one that may be another the next time */
  ask: (path: string, body: object, signal: AbortSignal) => Promise<Answer | Refusal>;
  /** Asks until there is an answer or `signal` aborts. */
  askUntilAnswered: (path: string, body: object, signal: AbortSignal) => Promise<Answer | Refusal>;
  /** The same for a file; `onProgress` is told how many bytes are on their way. */
  upload: (
    path: string,
    file: { path: string; sizeBytes: number },
    onProgress: (sentBytes: number) => void,
    signal: AbortSignal,
  ) => Promise<Answer | Refusal>;
}

const RESPONSE_TIMEOUT_MS = 10_000;
const UPLOAD_ANSWER_WITHIN_MS = 300_000;
const MIN_BACKOFF_MS = 250;
const MAX_PAUSE_MS = 10_000;

export function openApi(apiUrl: string, secret: string, log: (line: string) => void): Api {
  const headers = { "x-build-secret": secret };
  const ask: Api["ask"] = async (path, body, signal) => {
    const response = await fetch(apiUrl + path, {
      method: "POST",
      headers: { ...headers, "Content-Type": "application/json" },
      body: JSON.stringify(body),
      redirect: "error",
      signal: AbortSignal.any([signal, AbortSignal.timeout(RESPONSE_TIMEOUT_MS)]),
    });
    return judge(response.status, response.headers.get("date"), await response.text());
  };
  const untilAnswered = async <T>(what: string, once: () => Promise<T>, signal: AbortSignal): Promise<T> => {
    for (let pauseMs = MIN_BACKOFF_MS; ; pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS)) {
      signal.throwIfAborted();
      try {
        return await once();
      } catch (error) {
        signal.throwIfAborted();
        if (pauseMs > 1_000) log(`${what}: ${messageOf(error)}; trying again`);
        // Not all workers at the same moment, when the platform is back.
        await delay(pauseMs * (0.5 + Math.random()), undefined, { signal });
      }
    }
  };
  return {
    ask,
    askUntilAnswered: (path, body, signal) => untilAnswered(path, () => ask(path, body, signal), signal),
    upload: (path, file, onProgress, signal) =>
      untilAnswered(
        path,
        async () => {
          let sentBytes = 0;
          const bytes = createReadStream(file.path, { highWaterMark: 262_144 });
          bytes.on("data", (chunk) => {
            sentBytes += chunk.length;
            onProgress(sentBytes);
          });
          const response = await request(apiUrl + path, {
            method: "PUT",
            headers: {
              ...headers,
              "content-type": "application/octet-stream",
              "content-length": String(file.sizeBytes),
            },
            body: bytes,
            headersTimeout: UPLOAD_ANSWER_WITHIN_MS,
            signal,
          });
          return judge(
            response.statusCode,
            String(response.headers["date"] ?? ""),
            await response.body.text(),
          );
        },
        signal,
      ),
  };
}

/** What may pass by itself is thrown: no answer, a platform that is away, too many requests, a secret being rotated. */
function judge(status: number, date: string | null, text: string): Answer | Refusal {
  const body = (text === "" || !text.startsWith("{") ? {} : JSON.parse(text)) as Record<string, unknown>;
  if (status < 300) return { status, body, at: Date.parse(date ?? "") || Date.now() };
  const detail = typeof body["detail"] === "string" ? body["detail"] : `answered with ${status}`;
  if (status >= 500 || status === 429 || status === 401 || status === 408)
    throw new Error(`${status}: ${detail}`);
  return { refused: true, status, detail };
}

const messageOf = (error: unknown): string => {
  const { message, cause } = error as { message?: string; cause?: { code?: string } };
  return cause?.code ?? message ?? String(error);
};
