/** Part of a line in one style, named by `TextStyler`; "" is plain. */
export type TerminalSpan = { text: string; look: string };

/** Line as a terminal shows it. `spans` is null for plain text; `isRedraw` if it only drew on earlier lines, which show it. */
export type TerminalLine = { text: string; spans: TerminalSpan[] | null; isRedraw?: true };

/** Name of the style after an SGR sequence with these parameters. */
export type TextStyler = (parameters: string) => string;

/** Blank cells that cursor moves and erasure may write in one log; they cost more than the bytes that ask for them. */
const MAX_BLANK_CELLS = 200_000;
/** Columns of the terminal: a move right ends here, unless the line is longer. */
const TERMINAL_COLUMNS = 200;
/** Rows that moves up reach, and the cells of a row among them: a longer one would take several on a screen. */
const [SCREEN_ROWS, MAX_ROW_CELLS] = [50, 1_000];

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
const CURSOR_CONTROL = /[\b\r]|\x1b[78DEMc]|(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-ln-~]/;

/** Lines of a part of a log, and earlier ones that it redrew, by their index in the log. */
interface Rendering {
  lines: TerminalLine[];
  redrawn: Map<number, TerminalLine>;
}

/** Terminal that renders a growing log part by part; each part ends with a line. */
export interface Terminal {
  render: (raw: string) => Rendering;
  /** Line that may go on, rendered without an effect on what follows. */
  preview: (raw: string) => Rendering;
}

export function createTerminal(toLook: TextStyler = () => ""): Terminal {
  const pen: Pen = { look: "", toLook, blankCells: MAX_BLANK_CELLS };
  const screen: Screen = { rows: [], at: 0, lineCount: 0 };
  return {
    render: (raw) => renderLines(raw, pen, screen),
    preview: (raw) => renderLines(raw, { ...pen }, { ...screen, rows: screen.rows.map(copyRow) }),
  };
}

/** Lines of a log, by a terminal of its own. */
export const renderTerminal = (raw: string, toLook?: TextStyler): TerminalLine[] =>
  createTerminal(toLook).render(raw).lines;

/** Text of a log as a terminal shows it. */
export const renderTerminalText = (raw: string): string =>
  renderTerminal(raw)
    .filter(({ isRedraw }) => !isRedraw)
    .map(({ text }) => text)
    .join("\n");

/** Row of the screen, which belongs to the line that began it. */
interface Row {
  index: number;
  line: TerminalLine;
  /** Present once the cursor has moved in it. */
  cells: TerminalSpan[] | null;
  isChanged: boolean;
  /** Its line drew on rows above instead. */
  isLeft: boolean;
}

/** Last rows of a log that can be redrawn: the block. Below the last one, `at` is their number. */
interface Screen {
  rows: Row[];
  at: number;
  lineCount: number;
}

const createRow = (index: number): Row => ({
  index,
  line: { text: "", spans: null },
  cells: null,
  isChanged: true,
  isLeft: false,
});

const REDRAW: TerminalLine = { text: "", spans: null, isRedraw: true };

const copyRow = (row: Row): Row => ({ ...row, cells: row.cells?.map((cell) => ({ ...cell })) ?? null });

/**
 * Lines of a log as a terminal shows them: carriage return, backspace, cursor moves and erasure are obeyed (ECMA-48, 8.3).
 * A move up is obeyed from the first column or an erased row, and within the last rows, so that progress of several lines is
 * shown once. Any other one, and whatever else moves rows, ends the block: no output before it is overwritten. Colors last
 * until they change; strings of OSC, DCS, SOS, PM and APC, and incomplete sequences, are dropped. Linear in the length of
 * `raw`.
 */
function renderLines(raw: string, pen: Pen, screen: Screen): Rendering {
  const first = screen.lineCount;
  const rendering: Rendering = { lines: [], redrawn: new Map() };
  const show = (index: number, line: TerminalLine) => {
    if (index < first) rendering.redrawn.set(index, line);
    else rendering.lines[index - first] = line;
  };
  const keep = (row: Row) => {
    if (!row.isChanged) return;
    if (row.cells) row.line = toLine(row.cells);
    row.isChanged = false;
    show(row.index, row.isLeft && row.line.text === "" ? REDRAW : row.line);
  };
  const texts = raw.split("\n");
  if (texts.at(-1) === "") texts.pop();
  for (const line of texts) {
    const index = screen.lineCount;
    const text = withoutLineEnd(line);
    const isNew = screen.at === screen.rows.length;
    if (isNew) screen.rows.push(createRow(index));
    const row = screen.rows.at(-1);
    if (!isNew) {
      // The last row, while it is empty, is of the line that will be there.
      const replaced = row?.isLeft && row.cells?.length === 0 && screen.at === screen.rows.length - 1;
      show(replaced ? row.index : index, REDRAW);
      if (replaced) Object.assign(row, createRow(index), { cells: [] });
    }
    let isClosed = false;
    const current = screen.rows[screen.at];
    if (row && isNew && !CURSOR_CONTROL.test(text)) row.line = readLine(text, pen);
    else if (current && !ANY_CONTROL.test(text)) writeCells(toCells(current), 0, { text, look: pen.look });
    else isClosed = drawCells(text, pen, screen, keep).isClosed;
    screen.at += 1;
    screen.lineCount += 1;
    const drawn = screen.rows[screen.at - 1];
    isClosed ||= (drawn?.cells ?? drawn?.line.text ?? "").length > MAX_ROW_CELLS;
    const excess = screen.rows.length - (isClosed ? 0 : SCREEN_ROWS);
    // In steps, as removing the first rows moves all others.
    if (isClosed || excess > SCREEN_ROWS) {
      screen.rows.splice(0, excess).forEach(keep);
      screen.at = Math.max(0, screen.at - excess);
    }
  }
  screen.rows.forEach(keep);
  return rendering;
}

function readLine(text: string, pen: Pen): TerminalLine {
  if (ANY_CONTROL.test(text)) return toLine(readSpans(text, pen));
  return { text, spans: pen.look === "" || text === "" ? null : [{ text, look: pen.look }] };
}

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

/** Writes a text in cells, over what is there; the second cell of a wide character is empty. @returns the column after it */
function writeCells(cells: TerminalSpan[], from: number, { text, look }: TerminalSpan): number {
  let column = from;
  for (const character of text) {
    const previous = cells[column - 1];
    if (previous && JOINS_PREVIOUS.test(character)) previous.text += character;
    else {
      cells[column] = { text: character, look };
      column += 1;
      if (WIDE.test(character)) {
        cells[column] = { text: "", look };
        column += 1;
      }
    }
  }
  return column;
}

/** Cells of a row that is drawn on. */
function toCells(row: Row): TerminalSpan[] {
  row.isChanged = true;
  if (!row.cells) {
    row.cells = [];
    let column = 0;
    const { text, spans } = row.line;
    for (const span of spans ?? [{ text, look: "" }]) column = writeCells(row.cells, column, span);
  }
  return row.cells;
}

/** Draws a line of the log from the first column of the cursor's row on. `isClosed` if its row must not be drawn on again. */
function drawCells(text: string, pen: Pen, screen: Screen, keep: (row: Row) => void): { isClosed: boolean } {
  let cells: TerminalSpan[] = [];
  let column = 0;
  let base = 0;
  let saved = { at: screen.at, column: 0 };
  let isDisplaced = false;
  moveToRow(screen.at);

  function moveToRow(at: number): void {
    screen.at = at;
    const row = screen.rows[at];
    if (row) cells = toCells(row);
  }

  /** What is on the screen stays; the line goes on in its own row, behind what it left there. */
  function endBlock(): void {
    const own = screen.rows.at(-1)?.index === screen.lineCount ? screen.rows.pop() : undefined;
    const isThere = own !== undefined && screen.at === screen.rows.length;
    screen.rows.forEach(keep);
    screen.rows = [own ?? createRow(screen.lineCount)];
    moveToRow(0);
    if (!isThere || column === base) column = base = cells.length;
    saved = { at: 0, column: isThere ? saved.column : column };
    isDisplaced = true;
  }

  function moveUp(count: number): void {
    const first = Math.max(0, screen.rows.length - SCREEN_ROWS);
    const row = screen.rows[screen.at];
    if (row && (column === base || cells.length === 0) && screen.at - count >= first) {
      row.isLeft ||= row.index === screen.lineCount;
      moveToRow(screen.at - count);
    } else endBlock();
  }

  function moveDown(count: number): void {
    if (screen.at + count < screen.rows.length) moveToRow(screen.at + count);
    else endBlock();
  }

  function fill(from: number, to: number): void {
    if (to - from > pen.blankCells) return;
    pen.blankCells -= Math.max(0, to - from);
    for (let at = from; at < to; at += 1) cells[at] = { text: " ", look: "" };
  }

  function write(written: string): void {
    if (column > cells.length) fill(cells.length, column);
    column = writeCells(cells, Math.min(column, cells.length), { text: written, look: pen.look });
  }

  const moveTo = (target: number) => {
    column = Math.max(base, Math.min(target, Math.max(cells.length, TERMINAL_COLUMNS)));
  };

  function erase(mode: number, isScreen: boolean): void {
    if (isScreen && mode === 0) {
      for (const row of screen.rows.slice(screen.at + 1)) toCells(row).length = 0;
    } else if (isScreen) endBlock();
    if (mode === 0) cells.length = Math.min(cells.length, column);
    else if (mode === 1) fill(base, Math.min(column + 1, cells.length));
    else {
      cells.length = base;
      // After a move to a line that is not revisited, the text would begin in a column of the line left.
      if (isDisplaced) column = base;
    }
  }

  function obey({ text: code, parameters, final, escapeFinal }: Control): void {
    const [first = "", second = ""] = parameters.split(";");
    const count = Math.max(1, Number(first) || 1);
    if ("ABEFHfdeSTLMr".includes(final || "-") || MOVES_ROWS.test(code)) {
      if (final === "A" || final === "F") moveUp(count);
      else if (final === "B" || final === "E" || final === "e") moveDown(count);
      else endBlock();
    }
    if (code === "\r" || final === "E" || final === "F") column = base;
    else if (code === "\b" || final === "D") moveTo(column - (code === "\b" ? 1 : count));
    else if (final === "C" || final === "a") moveTo(column + count);
    else if (final === "G" || final === "`") moveTo(count - 1);
    else if (final === "H" || final === "f") moveTo(Math.max(1, Number(second) || 1) - 1);
    else if (final === "K" || final === "J") erase(Number(first) || 0, final === "J");
    else if (final === "X") fill(column, Math.min(column + count, cells.length));
    else if (escapeFinal === "7" || final === "s") saved = { at: screen.at, column };
    else if (escapeFinal === "8" || final === "u") {
      moveToRow(saved.at);
      column = saved.column;
    }
  }

  readControls(text, pen, write, obey);
  return { isClosed: base > 0 };
}

/** Other screen, reset, and moves by an index. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the controls of a terminal
const MOVES_ROWS = /^\x1b(?:\[\?(?:47|1047|1049)[hl]|[DEMc])$/;

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
