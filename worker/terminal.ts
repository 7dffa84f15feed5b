import { formatBytes } from "@/shared/text/format.ts";

const BAR_WIDTH = 24;

/** Output of a worker: log lines, and a progress bar for uploads on a terminal. */
export interface Terminal {
  log: (line: string) => void;
  showProgress: (label: string, sentBytes: number, totalBytes: number) => void;
}

export function openTerminal(workerId: string, stream: NodeJS.WriteStream): Terminal {
  // Builds continue when the output breaks.
  stream.on("error", () => undefined);
  let lastPercent = -1;
  return {
    log: (line) => stream.write(`${new Date().toISOString().slice(11, 19)} ${workerId}  ${line}\n`),
    showProgress: (label, sentBytes, totalBytes) => {
      const percent = Math.floor((sentBytes / totalBytes) * 100);
      const isDue = percent !== lastPercent && (stream.isTTY || percent % 25 === 0);
      if (!isDue) return;
      lastPercent = percent === 100 ? -1 : percent;
      const text = `${label}  ${formatBytes(sentBytes)} of ${formatBytes(totalBytes)}  ${percent}%`;
      if (!stream.isTTY) return void stream.write(`${text}\n`);
      const filled = Math.round((percent / 100) * BAR_WIDTH);
      const bar = "█".repeat(filled).padEnd(BAR_WIDTH, "░");
      stream.write(`\r\u001b[K${bar}  ${text}${percent === 100 ? "\n" : ""}`);
    },
  };
}
