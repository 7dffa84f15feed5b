import { setTimeout as delay } from "node:timers/promises";
import type { Api } from "./api.ts";
import type { LogFile } from "./log-file.ts";

const PIECE_BYTES = 196_608;
const POLL_INTERVAL_MS = 200;

/** Sends a log as it grows. What was sent and not answered is sent again; the platform drops what it has. */
export interface LogSender {
  /** Resolves when all that was written until now is sent, or will be taken no more. */
  finish: () => Promise<void>;
}

export function sendLog(
  api: Api,
  log: LogFile,
  build: { buildId: string; workerId: string },
  signal: AbortSignal,
): LogSender {
  const path = `/api/builds/${build.buildId}/log`;
  let isFinishing = false;
  const send = (offset: number, text: string) =>
    api.askUntilAnswered(path, { workerId: build.workerId, offset: String(offset), text }, signal);
  const run = async (): Promise<void> => {
    // An empty text asks how far the log is, perhaps from a run before this one.
    let answer = await send(0, "");
    while (!answer.refused && answer.body["truncated"] !== true) {
      const offset = Number(answer.body["sizeBytes"]);
      const text = log.read(offset, PIECE_BYTES);
      if (text !== "") answer = await send(offset, text);
      else if (isFinishing) return;
      else await delay(POLL_INTERVAL_MS, undefined, { signal });
    }
  };
  // A log that cannot be sent is no reason to fail a build.
  const running = run().catch(() => undefined);
  return {
    finish: () => {
      isFinishing = true;
      return running;
    },
  };
}
