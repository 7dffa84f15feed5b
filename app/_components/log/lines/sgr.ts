type LogColor = "red" | "green" | "yellow" | "blue" | "magenta" | "cyan" | "gray";

/** Text style of a terminal, set by SGR sequences. */
export type TextStyle = {
  color: LogColor | undefined;
  isBold: boolean;
  isDim: boolean;
  isItalic: boolean;
  isUnderlined: boolean;
};

export const PLAIN_STYLE: TextStyle = {
  color: undefined,
  isBold: false,
  isDim: false,
  isItalic: false,
  isUnderlined: false,
};

/** Colors of the ANSI palette; black and white are left to the color of the page's text, so that both schemes stay legible. */
const COLORS: (LogColor | undefined)[] = [
  "gray",
  "red",
  "green",
  "yellow",
  "blue",
  "magenta",
  "cyan",
  undefined,
];

/** Applies one "select graphic rendition" sequence (ECMA-48, 8.3.117; sub-parameters: ISO 8613-6). Backgrounds are ignored. */
export function applySgr(look: TextStyle, parameters: string): void {
  const codes = parameters.split(";");
  for (let at = 0; at < codes.length; at += 1) {
    const [code = 0, ...subParameters] = (codes[at] ?? "").split(":").map(Number);
    if (!EXTENDED_COLORS.includes(code)) applyCode(look, code === 4 && subParameters[0] === 0 ? 24 : code);
    else if (subParameters.length > 0) setColor(look, code, readExtended(withoutColorSpace(subParameters)));
    else {
      const extended = readExtended(codes.slice(at + 1, at + 5).map(Number));
      setColor(look, code, extended);
      at += extended.length;
    }
  }
}

/** Colors of text, background and underline, of which only the first is shown. */
const EXTENDED_COLORS = [38, 48, 58];

function setColor(look: TextStyle, code: number, { color }: { color: LogColor | undefined }): void {
  if (code === 38) look.color = color;
}

/** `2:space:r:g:b` without the color space, which many programs leave out altogether. */
function withoutColorSpace([kind = 0, ...rest]: number[]): number[] {
  return kind === 2 && rest.length > 3 ? [kind, ...rest.slice(1)] : [kind, ...rest];
}

/** Class names of a style. */
export function toClassNames({ color, isBold, isDim, isItalic, isUnderlined }: TextStyle): string {
  if (!(color || isBold || isDim || isItalic || isUnderlined)) return "";
  const names = [color, isBold && "bold", isDim && "dim", isItalic && "italic", isUnderlined && "underlined"];
  return names.filter(Boolean).join(" ");
}

function applyCode(look: TextStyle, code: number): void {
  if (code === 0) Object.assign(look, PLAIN_STYLE);
  else if (code === 1) look.isBold = true;
  else if (code === 2) look.isDim = true;
  else if (code === 3) look.isItalic = true;
  else if (code === 4 || code === 21) look.isUnderlined = true;
  else if (code === 22) Object.assign(look, { isBold: false, isDim: false });
  else if (code === 23) look.isItalic = false;
  else if (code === 24) look.isUnderlined = false;
  else if (code >= 30 && code <= 37) look.color = COLORS[code - 30];
  else if (code === 39) look.color = undefined;
  else if (code >= 90 && code <= 97) look.color = COLORS[code - 90];
}

/** `5;n` picks from 256 colors, `2;r;g;b` names one; both become the toNearestColor that is legible in either scheme. */
function readExtended([kind, ...rest]: number[]): { color: LogColor | undefined; length: number } {
  if (kind === 5) return { color: toPaletteColor(rest[0] ?? 0), length: 2 };
  if (kind === 2) return { color: toNearestColor(rest[0] ?? 0, rest[1] ?? 0, rest[2] ?? 0), length: 4 };
  return { color: undefined, length: 1 };
}

function toPaletteColor(index: number): LogColor | undefined {
  if (index < 16) return COLORS[index % 8];
  if (index >= 232) return index < 244 ? "gray" : undefined;
  const cell = index - 16;
  return toNearestColor(Math.floor(cell / 36) * 51, (Math.floor(cell / 6) % 6) * 51, (cell % 6) * 51);
}

function toNearestColor(red: number, green: number, blue: number): LogColor | undefined {
  const high = Math.max(red, green, blue);
  const low = Math.min(red, green, blue);
  if (high - low < 40) return high < 140 ? "gray" : undefined;
  const isOn = (part: number) => part - low > (high - low) / 2;
  const name = `${Number(isOn(red))}${Number(isOn(green))}${Number(isOn(blue))}`;
  return COLORS_BY_CHANNELS[name];
}

const COLORS_BY_CHANNELS: Record<string, LogColor> = {
  "100": "red",
  "010": "green",
  "001": "blue",
  "110": "yellow",
  "101": "magenta",
  "011": "cyan",
};
