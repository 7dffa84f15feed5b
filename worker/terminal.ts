const BAR_WIDTH = 24;

/** What a worker tells its operator: a line for each event, and a bar for an upload where there is a terminal. */
export interface Terminal {
  log: (line: string) => void;
  /** Told again and again until all is sent. */
  showProgress: (what: string, sentBytes: number, sizeBytes: number) => void;
}

export function openTerminal(workerId: string, out: NodeJS.WriteStream): Terminal {
  // Whoever read along may be gone; builds go on.
  out.on("error", () => undefined);
  let shown = -1;
  return {
    log: (line) => out.write(`${new Date().toISOString().slice(11, 19)} ${workerId}  ${line}\n`),
    showProgress: (what, sentBytes, sizeBytes) => {
      const percent = Math.floor((sentBytes / sizeBytes) * 100);
      // Without a terminal every fourth is enough.
      const isNews = out.isTTY ? percent !== shown : percent % 25 === 0 && percent !== shown;
      if (!isNews) return;
      shown = percent === 100 ? -1 : percent;
      const amount = `${what}  ${formatBytes(sentBytes)} of ${formatBytes(sizeBytes)}  ${percent} %`;
      if (!out.isTTY) return void out.write(`${amount}\n`);
      const filled = Math.round((percent / 100) * BAR_WIDTH);
      const bar = `${"█".repeat(filled)}${"░".repeat(BAR_WIDTH - filled)}`;
      out.write(`\r\u001b[K${bar}  ${amount}${percent === 100 ? "\n" : ""}`);
    },
  };
}

const UNITS = ["B", "kB", "MB", "GB"];

function formatBytes(bytes: number): string {
  const power = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(bytes, 1)) / 3));
  return `${(bytes / 1_000 ** power).toFixed(power === 0 ? 0 : 1)} ${UNITS[power]}`;
}
