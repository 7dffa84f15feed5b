/**
 * Forms of a secret in the output of programs: each encoder alone, and those that programs apply one after the other. The
 * server and the worker mask by this file alone.
 *
 * Bounds for each secret: 1,200 forms, and 131,072 units or ten times its length. Forms of one encoder
 * (as it is, quoted, JSON, XML, URL, literals, base64) come before nested ones, so a bound drops them last.
 *
 * Texts are compared by their letters (`lettersOf`), so that no form is needed for any number of backslashes, for lines of any
 * length, or for UTF-16 that was read as UTF-8.
 */
import { isMaskable } from "./secret-length.ts";
import { lettersOf } from "./secret-letters.ts";

/** Fewest letters of a form, as when most characters of a secret are backslashes. */
export const MIN_LETTERS = 4;
/** Limit of a secret whose encoded forms are encoded again. */
const MAX_NESTED_LENGTH = 1_024;
const MAX_FORMS = 1_200;
/** First forms of each encoder that are encoded again, and first forms of those: the usual ones. */
const [MAX_INNER, MAX_OUTER] = [3, 8];
/** Limit of all forms of a secret in UTF-16 units; for a long one, by its length. */
const MAX_UNITS = 131_072;
const MAX_UNITS_PER_UNIT = 10;

/** Way in which programs print a text. */
export interface Encoder {
  name: string;
  /** Forms of the text, without quotes around it. */
  encode: (text: string) => Iterable<string>;
  /** Number of its first forms that most programs print. */
  usual: number;
}

/** Escapes of a text, by languages and formats. */
const ESCAPES: readonly Encoder[] = [
  { name: "quotes", encode: quoteForms, usual: 1 },
  { name: "JSON", encode: jsonForms, usual: 1 },
  { name: "XML", encode: xmlForms, usual: 1 },
  { name: "URL", encode: urlForms, usual: 1 },
  { name: "string literal", encode: literalForms, usual: 1 },
];
const BASE64: Encoder = { name: "base64", encode: (text) => base64Forms(Buffer.from(text)), usual: 8 };
/** Encodings that are not escaped again, as they consist of letters and digits. */
const DUMPS: readonly Encoder[] = [
  { name: "base64 of UTF-16", encode: (text) => utf16Of(text).flatMap(base64Forms), usual: 1 },
  { name: "hex", encode: (text) => [Buffer.from(text), ...utf16Of(text)].flatMap(hexForms), usual: 1 },
  {
    name: "other character sets",
    encode: (text) => ["", "?"].map((mark) => text.replace(NOT_ASCII, mark)),
    usual: 1,
  },
  { name: "other case", encode: (text) => [text.toUpperCase(), text.toLowerCase()], usual: 1 },
  {
    name: "entities of all characters",
    encode: (text) => NUMERIC.map((numeric) => [...text].map((mark) => numeric(codeOf(mark))).join("")),
    usual: 1,
  },
];

export const ENCODERS: readonly Encoder[] = [...ESCAPES, BASE64, ...DUMPS];
/** Encoders that programs apply to each other's texts. */
const NESTED: readonly Encoder[] = [BASE64, ...ESCAPES];

/** Letters of all forms of a secret, in the order of their importance; none for a secret that is too short. */
export function secretForms(secret: string): Set<string> {
  const value = secret.toWellFormed();
  const forms = new Set<string>();
  if (!isMaskable(value)) return forms;
  let left = Math.max(MAX_UNITS, MAX_UNITS_PER_UNIT * value.length);
  const seen = new Set<string>();
  for (const form of generateForms(value)) {
    if (seen.has(form)) continue;
    seen.add(form);
    const letters = isMaskable(form) ? lettersOf(form) : "";
    if (letters.length < MIN_LETTERS || forms.has(letters)) continue;
    left -= letters.length;
    if (left < 0 || forms.size === MAX_FORMS) break;
    forms.add(letters);
  }
  return forms;
}

function* generateForms(value: string): Generator<string> {
  // `$(…)` and `echo` drop and add a line feed at the end.
  const trimmed = value.replace(/\r?\n$/, "");
  const plain = new Set([value, trimmed, withoutOuterQuotes(trimmed)]);
  yield* plain;
  yield* value.split(/[\r\n]/).map((line) => line.trim());
  yield* base64Forms(Buffer.from(`${trimmed}\n`));
  yield* encodeAll(plain, ENCODERS);
  if (value.length > MAX_NESTED_LENGTH) return;
  // The usual forms of each pair of encoders before all others, which the bounds may drop.
  yield* encodeAll(new Set(encodeAll([trimmed], NESTED, () => 1)), NESTED, ({ usual }) => usual);
  const inner = new Set(encodeAll([trimmed], NESTED, () => MAX_INNER));
  yield* encodeAll(inner, NESTED, () => MAX_OUTER);
}

function* encodeAll(
  texts: Iterable<string>,
  encoders: readonly Encoder[],
  limitOf: (encoder: Encoder) => number = () => Number.POSITIVE_INFINITY,
): Generator<string> {
  for (const text of texts) {
    if (!isMaskable(text)) continue;
    for (const encoder of encoders) yield* firstOf(encoder.encode(text), limitOf(encoder));
  }
}

/** First different texts; an encoder computes no more than these. */
function* firstOf(texts: Iterable<string>, limit: number): Generator<string> {
  const seen = new Set<string>();
  for (const text of texts) {
    if (seen.has(text)) continue;
    yield text;
    if (seen.add(text).size >= limit) return;
  }
}

/** Letters that only encodings of all characters change. */
const isPlain = (text: string): boolean => !/[^\w.-]/.test(text);

function withoutOuterQuotes(text: string): string {
  const quoted = text.trim();
  const quote = quoted.charAt(0);
  return quoted.length > 1 && "\"'`".includes(quote) && quoted.endsWith(quote) ? quoted.slice(1, -1) : text;
}

/** Forms without quotes, and quotes as shells, SQL, CSV and YAML write them within quotes. */
function quoteForms(text: string): string[] {
  if (!/["'`$%]/.test(text)) return [text];
  return [
    withoutOuterQuotes(text),
    text.replace(/["'`]/g, ""),
    text.replaceAll('"', ""),
    text.replaceAll("'", ""),
    text.replaceAll("'", "'\\''"),
    text.replaceAll("'", `'"'"'`),
    text.replaceAll("'", "''"),
    text.replaceAll('"', '""'),
    text.replaceAll("$", "$$$$"),
    text.replaceAll("%", "%%"),
  ];
}

const NOT_ASCII = /\P{ASCII}/gu;
const NOT_ASCII_UNIT = /[\u0080-\uffff]/g;
const hexOf = (code: number, digits: number): string => code.toString(16).padStart(digits, "0");
const codeOf = (character: string): number => character.codePointAt(0) ?? 0;

/** JSON, also with all but ASCII escaped, and with what HTML must not contain escaped, as Go, Gson and PHP do. */
function* jsonForms(text: string): Generator<string> {
  if (isPlain(text)) return yield text;
  const forms = new Set<string>();
  for (const form of jsonOfAscii(text)) {
    if (forms.has(form)) continue;
    forms.add(form);
    yield form;
  }
  if (text.search(NOT_ASCII) < 0) return;
  for (const form of forms) yield* escapeUnits(form, NOT_ASCII_UNIT);
}

function* jsonOfAscii(text: string): Generator<string> {
  const json = JSON.stringify(text).slice(1, -1);
  yield json;
  for (const pattern of JSON_SETS) yield* escapeUnits(json, pattern);
  yield* escapeUnits(json.replaceAll('\\"', '"'), /[<>&'"]/g);
}

const JSON_SETS = [/[<>&\u2028\u2029]/g, /[<>&='\u2028\u2029]/g, /[<>&'\u2028\u2029]/g];

function* escapeUnits(text: string, pattern: RegExp): Generator<string> {
  const lower = text.replace(pattern, (unit) => `\\u${hexOf(unit.charCodeAt(0), 4)}`);
  yield lower;
  if (lower !== text) {
    yield text.replace(pattern, (unit) => `\\u${hexOf(unit.charCodeAt(0), 4).toUpperCase()}`);
  }
}

/** Escaped characters of XML and HTML: in texts, in attributes, and by careful libraries. */
const XML_SETS = [/[&<>"']/g, /[&<>"]/g, /[&<>]/g, /[&<]/g, /[&<"\n\r\t]/g, /[&<>"'\n\r\t]/g, /[&<>"'`=/]/g];
const XML_NAMES: Partial<Record<string, string>> = {
  "&": "amp",
  "<": "lt",
  ">": "gt",
  '"': "quot",
  "'": "apos",
};
const NUMERIC: readonly ((code: number) => string)[] = [
  (code) => `&#${code};`,
  (code) => `&#x${code.toString(16)};`,
  (code) => `&#x${code.toString(16).toUpperCase()};`,
];
/** Characters that libraries write by number although they have a name. */
const NUMBERED = ["'", "", "'\"", "&<>\"'"];

function* xmlForms(text: string): Generator<string> {
  if (!/[^\w +.,:;()-]/.test(text)) return yield text;
  const forms = new Set<string>();
  for (const form of xmlOfAscii(text)) {
    if (forms.has(form)) continue;
    forms.add(form);
    yield form;
  }
  if (text.search(NOT_ASCII) < 0) return;
  for (const numeric of NUMERIC) {
    for (const form of forms) yield form.replace(NOT_ASCII, (character) => numeric(codeOf(character)));
  }
}

function* xmlOfAscii(text: string): Generator<string> {
  for (const numbered of NUMBERED) {
    for (const numeric of NUMERIC) {
      const toEntity = (character: string) => {
        const name = numbered.includes(character) ? undefined : XML_NAMES[character];
        return name ? `&${name};` : numeric(codeOf(character));
      };
      for (const characters of XML_SETS) yield text.replace(characters, toEntity);
    }
  }
  yield text.replace(/[&<>"']/g, (mark) => (mark === "'" ? "&#039;" : `&${XML_NAMES[mark]};`));
  yield text.replaceAll("]]>", "]]]]><![CDATA[>");
}

/** Percent-encoding of each part of a URL, of forms, and of every byte. */
function* urlForms(text: string): Generator<string> {
  const lower: string[] = [];
  for (const form of isPlain(text) ? [text, everyByte(text)] : percentForms(text)) {
    yield* withPlus(form);
    lower.push(form.replace(/%[0-9A-F]{2}/g, (escaped) => escaped.toLowerCase()));
  }
  for (const form of lower) yield* withPlus(form);
}

const withPlus = (form: string): string[] =>
  form.includes("%20") ? [form, form.replaceAll("%20", "+")] : [form];

const everyByte = (text: string): string =>
  Buffer.from(text)
    .toString("hex")
    .replace(/../g, (hex) => `%${hex.toUpperCase()}`);

function* percentForms(text: string): Generator<string> {
  const component = encodeURIComponent(text);
  const octet = (mark: string) => `%${hexOf(codeOf(mark), 2).toUpperCase()}`;
  yield component;
  yield component.replace(/[!'()*]/g, octet);
  yield component.replace(/[!'()~]/g, octet);
  yield component.replace(/[!'()*~]/g, octet);
  yield component.replace(/%(?:2F|3A|40|24|26|2B|2C|3B|3D)/g, decodeURIComponent);
  yield encodeURI(text);
  yield* partsOfUrl(text);
  yield everyByte(text);
}

function partsOfUrl(text: string): string[] {
  const url = new URL("https://host.test/");
  url.username = text;
  url.search = text;
  url.hash = text;
  const path = new URL("https://host.test/");
  path.pathname = text;
  return [
    url.username,
    url.search.slice(1),
    url.hash.slice(1),
    path.pathname.slice(1),
    `${new URLSearchParams({ "": text })}`.slice(1),
  ];
}

const CONTROL_NAMES = new Map([
  ["\x07", "a"],
  ["\b", "b"],
  ["\t", "t"],
  ["\n", "n"],
  ["\v", "v"],
  ["\f", "f"],
  ["\r", "r"],
  ["\x1b", "E"],
]);

/**
 * Literals of programming languages and shells: control characters by name, all but ASCII by number of the character or of its
 * bytes. Go's `%q`, `printf %q`, `$'…'`, `repr`, Rust's `{:?}`, property lists.
 */
function* literalForms(text: string): Generator<string> {
  if (isPlain(text)) return yield text;
  const bytes = (character: string, toText: (byte: number) => string) =>
    [...Buffer.from(character)].map(toText).join("");
  const units = (character: string, toText: (unit: string) => string) =>
    character.split("").map(toText).join("");
  const numbers: ((character: string) => string)[] = [
    (character) => bytes(character, (byte) => `\\${byte.toString(8).padStart(3, "0")}`),
    (character) => bytes(character, (byte) => `\\x${hexOf(byte, 2)}`),
    (character) => bytes(character, (byte) => `\\x${hexOf(byte, 2).toUpperCase()}`),
    (character) => units(character, (unit) => `\\U${hexOf(unit.charCodeAt(0), 4)}`),
    (character) => `\\u{${codeOf(character).toString(16)}}`,
    (character) => {
      const code = codeOf(character);
      if (code > 0xffff) return `\\U${hexOf(code, 8)}`;
      return code > 0xff ? `\\u${hexOf(code, 4)}` : `\\x${hexOf(code, 2)}`;
    },
    (character) => {
      const code = codeOf(character);
      return code > 0xffff ? `\\U${hexOf(code, 8)}` : `\\u${hexOf(code, 4)}`;
    },
  ];
  const named = text
    .replace(/[\\"']/g, "\\$&")
    .replace(/\p{Cc}/gu, (code) => (CONTROL_NAMES.has(code) ? `\\${CONTROL_NAMES.get(code)}` : code));
  yield named;
  if (!/[^\x20-\x7e]/u.test(named)) return;
  for (const toNumber of numbers) yield named.replace(/[^\x20-\x7e]/gu, toNumber);
}

const utf16Of = (text: string): Buffer[] => {
  const little = Buffer.from(text, "utf16le");
  return [little, Buffer.from(little).swap16()];
};

/**
 * Base64, alone and inside of longer data: behind one or two other bytes its characters are different ones, of which those at
 * the edges also depend on the bytes around.
 */
function base64Forms(bytes: Buffer): string[] {
  const whole = bytes.toString("base64");
  const parts = [1, 2].map((before) => {
    const shifted = Buffer.concat([Buffer.alloc(before), bytes]);
    const [start, end] = [Math.ceil((before * 4) / 3), Math.floor((shifted.length * 4) / 3)];
    return shifted.toString("base64").slice(start, end);
  });
  const forms = [whole, whole.slice(0, Math.floor((bytes.length * 4) / 3)), ...parts, ...linesOf(whole)];
  return [...new Set(forms.flatMap((form) => [form, form.replaceAll("+", "-").replaceAll("/", "_")]))];
}

/** Lines of PEM files and of the program `base64`, each alone, in case that something is printed between them. */
const linesOf = (text: string): string[] =>
  [64, 76].flatMap((length) =>
    text.length > length
      ? Array.from({ length: Math.ceil(text.length / length) }, (_, line) =>
          text.slice(line * length, (line + 1) * length),
        )
      : [],
  );

/** Hexadecimal digits together, by bytes and by pairs of bytes. */
function hexForms(bytes: Buffer): string[] {
  const hex = bytes.toString("hex");
  const pairs = /../g;
  const forms = [
    hex,
    ...[" ", ":", "-", ", ", "x", ", 0x", ",0x", " 0x", "\\x"].map((separator) =>
      (hex.match(pairs) ?? []).join(separator),
    ),
    (hex.match(/.{1,4}/g) ?? []).join(" "),
    `${hex.slice(0, 2)} ${(hex.slice(2).match(/.{1,4}/g) ?? []).join(" ")}`,
  ];
  return forms.flatMap((form) => [form, form.replace(/[a-f]/g, (digit) => digit.toUpperCase())]);
}
