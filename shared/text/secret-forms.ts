/**
 * Forms of a secret in the output of programs: as it is, line by line, in base64, and escaped for JSON, URLs and shells.
 * The server and the worker mask by this file alone.
 */

/** A shorter secret is not masked: it occurs by chance, and the masked text would reveal it. */
const MIN_MASKED_CHARACTERS = 8;
/** Line lengths of PEM files and of the program `base64`. */
const BASE64_LINE_LENGTHS = [64, 76];

/** Forms of a secret; none for one that is too short. */
export function secretForms(secret: string): Set<string> {
  const value = secret.toWellFormed();
  if (!isLongEnough(value)) return new Set();
  // `$(…)` and `echo` drop and add a line feed at the end.
  const trimmed = value.replace(/\r?\n$/, "");
  const forms = [
    ...[value, trimmed].flatMap((text) => [text, shellForm(text), ...jsonForms(text), ...urlForms(text)]),
    ...value.split(/[\r\n]/).map((line) => line.trim()),
    ...[value, trimmed, `${trimmed}\n`].flatMap(base64Forms),
  ];
  return new Set(forms.filter(isLongEnough));
}

function isLongEnough(text: string): boolean {
  if (text.length >= 2 * MIN_MASKED_CHARACTERS) return true;
  return [...text].length >= MIN_MASKED_CHARACTERS;
}

/** Inside of single quotes, as a shell with `set -x` prints it. */
const shellForm = (text: string): string => text.replaceAll("'", "'\\''");

function jsonForms(text: string): string[] {
  const json = JSON.stringify(text).slice(1, -1);
  const ascii = json.replace(
    /[^\0-\x7f]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  return [json, json.replaceAll("/", "\\/"), ascii, ascii.replaceAll("/", "\\/")];
}

function urlForms(text: string): string[] {
  const component = encodeURIComponent(text);
  const strict = component.replace(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);
  const upper = [encodeURI(text), component, strict];
  const lower = upper.map((form) => form.replace(/%[0-9A-F]{2}/g, (octet) => octet.toLowerCase()));
  return [...upper, ...lower].flatMap((form) => [form, form.replaceAll("%20", "+")]);
}

/**
 * Base64 of a text, alone, wrapped into lines, and inside of longer data: behind one or two other bytes its characters
 * are different ones, of which those at the edges also depend on the bytes around.
 */
function base64Forms(text: string): string[] {
  const bytes = Buffer.from(text);
  const whole = bytes.toString("base64");
  const forms = [whole, ...BASE64_LINE_LENGTHS.flatMap((length) => wrap(whole, length))];
  for (const before of [0, 1, 2]) {
    const shifted = Buffer.concat([Buffer.alloc(before), bytes]);
    const [start, end] = [Math.ceil((before * 4) / 3), Math.floor((shifted.length * 4) / 3)];
    forms.push(shifted.toString("base64").slice(start, end));
  }
  return forms.flatMap((form) => [form, form.replaceAll("+", "-").replaceAll("/", "_")]);
}

/** Text in lines, together and each alone, in case that something is printed between them. */
function wrap(text: string, length: number): string[] {
  if (text.length <= length) return [];
  const lines = Array.from({ length: Math.ceil(text.length / length) }, (_, at) =>
    text.slice(at * length, (at + 1) * length),
  );
  return [lines.join("\n"), ...lines];
}
