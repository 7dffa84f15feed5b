import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createSecretMask, createStreamMask } from "./mask-secrets.ts";
import { ENCODERS } from "./secret-forms.ts";
import { lettersOf } from "./secret-letters.ts";

/** Secrets that contain what formats escape. */
const secret = fc
  .array(
    fc.oneof(
      { weight: 4, arbitrary: fc.string({ unit: "grapheme-ascii", minLength: 4, maxLength: 12 }) },
      fc.constantFrom(
        '"',
        "'",
        "\\",
        "\n",
        "$",
        "%",
        "&",
        "<",
        ">",
        "é",
        "構",
        "🚢",
        "/",
        "+",
        " ",
        "=",
        "`",
      ),
    ),
    { minLength: 4, maxLength: 10 },
  )
  .map((parts) => parts.join("").trim())
  .filter((text) => lettersOf(text).length >= 16 && [...text].length >= 16);

const mask = (value: string, text: string): string => createSecretMask([value])?.mask(text) ?? text;

const LINK = "\x1b]8;;https://host.test\x07";

/** Programs that print a text, written apart from the encoders. */
const PROGRAMS: Record<string, (text: string) => string> = {
  "echo '…'": (text) => text,
  "set -x": (text) => `+ curl '${text.replaceAll("'", "'\\''")}'`,
  "printf %q": (text) => text.replace(/[^\w.,:/@%+=\n-]/gu, (mark) => `\\${mark}`),
  "shell in double quotes": (text) => `"${text.replace(/["\\$`]/g, "\\$&")}"`,
  JSON: (text) => JSON.stringify({ key: text }),
  "JSON in JSON in JSON": (text) => JSON.stringify([JSON.stringify([JSON.stringify([text])])]),
  "JSON of Go": (text) =>
    JSON.stringify(text).replace(/[<>&]/g, (mark) => `\\u00${mark.charCodeAt(0).toString(16)}`),
  "JSON of PHP": (text) =>
    JSON.stringify(text)
      .replaceAll("/", "\\/")
      .replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`),
  "XML text": (text) =>
    `<a>${text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")}</a>`,
  "XML attribute": (text) =>
    `<a b="${text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;").replaceAll("\n", "&#10;")}"/>`,
  "HTML of Go": (text) =>
    text.replace(
      /[&<>"']/g,
      (mark) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&#34;" })[mark] ?? "&#39;",
    ),
  "plist of JSON": (text) =>
    `<string>${JSON.stringify(text).replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")}</string>`,
  URL: (text) => `https://host.test/?key=${encodeURIComponent(text)}`,
  form: (text) => new URLSearchParams({ key: text }).toString(),
  "URL in JSON": (text) => JSON.stringify({ url: `https://host.test/${encodeURIComponent(text)}` }),
  "URL of JSON": (text) => encodeURIComponent(JSON.stringify({ key: text })),
  "twice in a URL": (text) => encodeURIComponent(encodeURIComponent(text)),
  base64: (text) => Buffer.from(text).toString("base64"),
  "base64 behind a byte": (text) => Buffer.from(`:${text}`).toString("base64"),
  "base64 behind two bytes, in lines": (text) =>
    Buffer.from(`a:${text}`).toString("base64").replace(/.{20}/g, "$&\r\n"),
  "base64 of base64": (text) => Buffer.from(Buffer.from(text).toString("base64")).toString("base64"),
  "base64 of JSON": (text) => Buffer.from(JSON.stringify({ key: text })).toString("base64"),
  "base64 of UTF-16": (text) => Buffer.from(text, "utf16le").toString("base64"),
  hex: (text) => Buffer.from(text).toString("hex"),
  "hex in capitals": (text) => Buffer.from(text).toString("hex").toUpperCase(),
  "hex of UTF-16": (text) => Buffer.from(text, "utf16le").swap16().toString("hex"),
  "hex by bytes": (text) => (Buffer.from(text).toString("hex").match(/../g) ?? []).join(":"),
  "tr a-z A-Z": (text) => text.toUpperCase(),
  "tr A-Z a-z": (text) => text.toLowerCase(),
  "entities of all characters": (text) => text.replace(/./gsu, (mark) => `&#${mark.codePointAt(0)};`),
  "UTF-16 as text": (text) => text.replace(/./gs, "$&\0"),
  "UTF-16 as text, replaced": (text) => text.replace(/./gs, "$&\ufffd"),
  "colors within": (text) => [...text].join("\x1b[1;31m"),
  "links within": (text) => [...text].join(LINK),
  "repr of Python": (text) =>
    text
      .replace(/[\\']/g, "\\$&")
      .replaceAll("\n", "\\n")
      .replace(/\P{ASCII}/gu, (mark) => {
        const code = mark.codePointAt(0) ?? 0;
        const hex = code.toString(16);
        return code > 0xffff ? `\\U${hex.padStart(8, "0")}` : code > 0xff ? `\\u${hex}` : `\\x${hex}`;
      }),
  "ANSI-C quotes of a shell": (text) =>
    `$'${[...text]
      .map((mark) =>
        mark === "\n"
          ? "\\n"
          : /[\\']/.test(mark)
            ? `\\${mark}`
            : mark < "\x7f"
              ? mark
              : [...Buffer.from(mark)].map((byte) => `\\${byte.toString(8)}`).join(""),
      )
      .join("")}'`,
};

/** Parts of a text in which a secret could be read, whatever program prints it. */
const PROBE_LENGTH = 12;

describe("a secret of any characters is masked as it is printed by", () => {
  it.each(Object.entries(PROGRAMS))("%s", (_, print) => {
    fc.assert(
      fc.property(secret, fc.array(fc.nat(), { maxLength: 4 }), (value, cuts) => {
        const printed = print(value);
        const text = `first line\n${printed}\nlast line\n`;
        const secretMask = createSecretMask([value]);
        const masked = secretMask?.mask(text) ?? text;
        expect(masked).toContain("***");
        expect(masked.startsWith("first line\n") && masked.endsWith("last line\n")).toBe(true);
        expect(hasPartOf(masked, print, value)).toBe(false);
        const at = cuts.map((cut) => cut % text.length).sort((a, b) => a - b);
        const stream = createStreamMask(secretMask);
        const chunks = [0, ...at].map((start, index) => text.slice(start, at[index] ?? text.length));
        const streamed = chunks.map(stream.write).join("") + stream.end();
        expect(hasPartOf(streamed, print, value)).toBe(false);
        // A character beside a secret may belong to a form of it, which only the whole text shows.
        expect(edgesAside(streamed)).toBe(edgesAside(masked));
      }),
      { numRuns: 25, endOnFailure: true },
    );
  });

  it.each(ENCODERS)("the encoder of $name, and by every other one after it", ({ encode }) => {
    fc.assert(
      fc.property(secret, (value) => {
        const secretMask = createSecretMask([value]);
        for (const form of encode(value))
          if (lettersOf(form).length >= 16) expect(secretMask?.mask(`<${form}>`)).toContain("***");
      }),
      { numRuns: 25, endOnFailure: true },
    );
  });
});

/** Text without what stands directly around a mask. */
const edgesAside = (masked: string): string => masked.replace(/\S{0,4}\*\*\*\S{0,4}/g, "***");

/** True if the middle of a printed form is left. Its edges may be: quotes, and bits of base64 shared with other data. */
function hasPartOf(masked: string, print: (text: string) => string, value: string): boolean {
  const printed = lettersOf(print(value).replaceAll(LINK, ""));
  const middle = Math.floor((printed.length - PROBE_LENGTH) / 2);
  return (
    lettersOf(masked.replaceAll(LINK, "")).includes(printed.slice(middle, middle + PROBE_LENGTH)) ||
    masked.includes(value)
  );
}

it("is masked without the quotes around it, and with none within", () => {
  expect(mask('"sntrys-Ab12Cd34Ef56"', "token=sntrys-Ab12Cd34Ef56;")).toBe("token=***;");
  expect(mask("'sntrys'-\"Ab12\"Cd", "token=sntrys-Ab12Cd;")).toBe("token=***;");
});

it("has a bounded number of forms, whatever it contains", () => {
  const value = `"'&<>\\$% é構\n`.repeat(1_000);
  const start = performance.now();
  expect(createSecretMask([value])?.size).toBeLessThan(value.length * 12);
  expect(performance.now() - start).toBeLessThan(5_000);
});
