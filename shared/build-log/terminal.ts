/** Part of a line in one style, named by `TextStyler`; "" is plain. */
export type TerminalSpan = { text: string; look: string };

/** Line as a terminal shows it. `spans` is null for plain text. */
export type TerminalLine = { text: string; spans: TerminalSpan[] | null };

/** Name of the style after an SGR sequence with these parameters. */
export type TextStyler = (parameters: string) => string;

/** Blank cells that cursor moves and erasure may write in one log; they cost more than the bytes that ask for them. */
const MAX_BLANK_CELLS = 200_000;
/** Columns of the terminal: a move right ends here, unless the line is longer. */
const TERMINAL_COLUMNS = 200;

/**
 * CSI sequence; string of OSC, DCS, SOS, PM or APC; window title of screen and tmux; other escape sequence; control character.
 * Each ends with its line.
 */
const CONTROL = new RegExp(
  [
    "(?:\\x1b\\[|\\x9b)([0-?]*)([ -/]*)([@-~]?)",
    "(?:\\x1b[\\]PX^_]|[\\x90\\x98\\x9d-\\x9f])[^\\x07\\x1b\\x9c\\x18\\x1a]*(?:\\x07|\\x9c|\\x1b\\\\|[\\x18\\x1a])?",
    "\\x1bk[^\\x1b]*\\x1b\\\\",
    "\\x1b[ -/]*([0-~]?)",
    "[\\x00-\\x08\\x0a-\\x1f\\x7f-\\x9f]",
  ].join("|"),
  "gu",
);
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the controls of a terminal
const ANY_CONTROL = /[\x00-\x08\x0a-\x1f\x7f-\x9f]/;
/** Controls that move the cursor or erase; a line without them only grows. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the controls of a terminal
const CURSOR_CONTROL = /[\b\r]|\x1b[78]|(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-ln-~]/;

/** Terminal that renders a growing log part by part; each part ends with a line. */
export interface Terminal {
  render: (raw: string) => TerminalLine[];
  /** Line that may go on, rendered without an effect on what follows. */
  preview: (raw: string) => TerminalLine | undefined;
}

export function createTerminal(toLook: TextStyler = () => ""): Terminal {
  const pen: Pen = { look: "", toLook, blankCells: MAX_BLANK_CELLS };
  return {
    render: (raw) => renderLines(raw, pen),
    preview: (raw) => renderLines(raw, { ...pen })[0],
  };
}

/** Lines of a log, by a terminal of its own. */
export const renderTerminal = (raw: string, toLook?: TextStyler): TerminalLine[] =>
  createTerminal(toLook).render(raw);

/**
 * Lines of a log as a terminal shows them: within a line, carriage return, backspace, cursor moves and erasure are obeyed
 * (ECMA-48, 8.3). Lines are never revisited, so that no output is lost: moves up and down are ignored. Colors last until
 * they change; strings of OSC, DCS, SOS, PM and APC, and incomplete sequences, are dropped. Linear in the length of `raw`.
 */
function renderLines(raw: string, pen: Pen): TerminalLine[] {
  const rows = raw.split("\n");
  if (rows.at(-1) === "") rows.pop();
  return rows.map((row) => {
    const text = withoutLineEnd(row);
    if (!ANY_CONTROL.test(text)) {
      return { text, spans: pen.look === "" || text === "" ? null : [{ text, look: pen.look }] };
    }
    return toLine(CURSOR_CONTROL.test(text) ? readCells(text, pen) : readSpans(text, pen));
  });
}

/** Text of a log as a terminal shows it. */
export const renderTerminalText = (raw: string): string =>
  renderTerminal(raw)
    .map(({ text }) => text)
    .join("\n");

function withoutLineEnd(row: string): string {
  let end = row.length;
  while (row[end - 1] === "\r") end -= 1;
  return row.slice(0, end);
}

interface Pen {
  look: string;
  toLook: TextStyler;
  blankCells: number;
}

interface Control {
  text: string;
  parameters: string;
  final: string;
  escapeFinal: string;
}

function readControls(
  row: string,
  pen: Pen,
  write: (text: string) => void,
  obey: (control: Control) => void,
) {
  let read = 0;
  CONTROL.lastIndex = 0;
  for (let match = CONTROL.exec(row); match; match = CONTROL.exec(row)) {
    if (match.index > read) write(row.slice(read, match.index));
    read = CONTROL.lastIndex;
    const [text, parameters = "", intermediates = "", final = "", escapeFinal = ""] = match;
    // Other parameters and intermediates make another function of the same final byte.
    const isStandard = intermediates === "" && !/[<-?]/.test(parameters);
    if (final === "m" && isStandard) pen.look = pen.toLook(parameters);
    else obey({ text, parameters, final: isStandard ? final : "", escapeFinal });
  }
  if (read < row.length) write(row.slice(read));
}

function readSpans(row: string, pen: Pen): TerminalSpan[] {
  const spans: TerminalSpan[] = [];
  readControls(
    row,
    pen,
    (text) => spans.push({ text, look: pen.look }),
    () => undefined,
  );
  return spans;
}

/** Cells of a line; the second cell of a wide character is empty. */
function readCells(row: string, pen: Pen): TerminalSpan[] {
  const cells: TerminalSpan[] = [];
  let column = 0;
  let saved = 0;
  let isDisplaced = false;

  function fill(from: number, to: number): void {
    if (to - from > pen.blankCells) return;
    pen.blankCells -= Math.max(0, to - from);
    for (let at = from; at < to; at += 1) cells[at] = { text: " ", look: "" };
  }

  function write(text: string): void {
    if (column > cells.length) fill(cells.length, column);
    column = Math.min(column, cells.length);
    for (const character of text) {
      const previous = cells[column - 1];
      if (previous && JOINS_PREVIOUS.test(character)) previous.text += character;
      else {
        cells[column] = { text: character, look: pen.look };
        column += 1;
        if (WIDE.test(character)) {
          cells[column] = { text: "", look: pen.look };
          column += 1;
        }
      }
    }
  }

  const moveTo = (target: number) => {
    column = Math.max(0, Math.min(target, Math.max(cells.length, TERMINAL_COLUMNS)));
  };

  function erase(mode: number): void {
    if (mode === 0) cells.length = Math.min(cells.length, column);
    else if (mode === 1) fill(0, Math.min(column + 1, cells.length));
    else {
      cells.length = 0;
      // After a move to a line that is not revisited, the text would begin in a column of the line left.
      if (isDisplaced) column = 0;
    }
  }

  function obey({ text, parameters, final, escapeFinal }: Control): void {
    const [first = "", second = ""] = parameters.split(";");
    const count = Math.max(1, Number(first) || 1);
    if (text === "\r" || final === "E" || final === "F") column = 0;
    else if (text === "\b" || final === "D") moveTo(column - (text === "\b" ? 1 : count));
    else if (final === "C" || final === "a") moveTo(column + count);
    else if (final === "G" || final === "`") moveTo(count - 1);
    else if (final === "H" || final === "f") moveTo(Math.max(1, Number(second) || 1) - 1);
    else if (final === "K" || final === "J") erase(Number(first) || 0);
    else if (final === "X") fill(column, Math.min(column + count, cells.length));
    else if (escapeFinal === "7" || final === "s") saved = column;
    else if (escapeFinal === "8" || final === "u") column = saved;
    if (["A", "B", "E", "F"].includes(final)) isDisplaced = true;
  }

  readControls(row, pen, write, obey);
  return cells;
}

function toLine(parts: TerminalSpan[]): TerminalLine {
  const spans: TerminalSpan[] = [];
  for (const { text, look } of parts) {
    const last = spans.at(-1);
    if (last?.look === look) last.text += text;
    else if (text !== "") spans.push({ text, look });
  }
  const text = spans.map((span) => span.text).join("");
  return { text, spans: spans.every(({ look }) => look === "") ? null : spans };
}

const JOINS_PREVIOUS = /\p{M}|\u200d/u;
/** Text with its bidirectional controls visible: they would show it, and what is around it, in another order. */
export const showBidiControls = (text: string): string => text.replaceAll(/\p{Bidi_Control}/gu, "\uFFFD");

/** Character of two cells: East Asian, or an emoji. */
export const WIDE =
  /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Emoji_Presentation}\uff01-\uff60]/u;
