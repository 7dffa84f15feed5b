/** Place of the error log in the log of its build. */
export interface ErrorLogPlace {
  /** Lines before its first one. */
  offset: number;
  /** Its text beyond the build log. */
  rest: string;
  /** It does not continue the build log. */
  isSeparate: boolean;
}

/**
 * Place of an error log: mostly it is the end of the build log, or goes on where that one stops. Otherwise it follows the
 * build log as a part of its own.
 */
export function placeErrorLog(buildLog: string, errorLog: string): ErrorLogPlace {
  const text = errorLog.trimEnd();
  if (text === "") return { offset: countLines(buildLog), rest: "", isSeparate: false };
  const at = buildLog.lastIndexOf(text);
  if (at >= 0) return { offset: countLines(buildLog.slice(0, at)), rest: "", isSeparate: false };
  const overlap = measureOverlap(buildLog.slice(-errorLog.length), errorLog);
  const start = buildLog.length - overlap;
  if (overlap > 0 && (start === 0 || buildLog[start - 1] === "\n")) {
    return { offset: countLines(buildLog.slice(0, start)), rest: errorLog.slice(overlap), isSeparate: false };
  }
  const gap = buildLog === "" || buildLog.endsWith("\n") ? "" : "\n";
  return {
    offset: countLines(buildLog + gap),
    rest: gap + errorLog,
    isSeparate: buildLog !== "",
  };
}

/** Length of the longest end of one text that another one begins with, by the prefix function of Knuth, Morris and Pratt. */
export function measureOverlap(before: string, after: string): number {
  const borders = new Int32Array(after.length);
  const advance = (length: number, unit: number): number => {
    let matched = length;
    while (matched > 0 && after.charCodeAt(matched) !== unit) matched = borders[matched - 1] ?? 0;
    return after.charCodeAt(matched) === unit ? matched + 1 : 0;
  };
  for (let at = 1; at < after.length; at += 1) {
    borders[at] = advance(borders[at - 1] ?? 0, after.charCodeAt(at));
  }
  let matched = 0;
  for (let at = 0; at < before.length; at += 1) {
    matched = advance(
      matched === after.length ? (borders[matched - 1] ?? 0) : matched,
      before.charCodeAt(at),
    );
  }
  return matched;
}

function countLines(text: string): number {
  let count = 0;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) count += 1;
  return count;
}
