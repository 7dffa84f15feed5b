import { describe, expect, it } from "vitest";
import { multilineText, singleLineText } from "./text.ts";

const takesName = (text: string) => singleLineText(80).safeParse(text).success;
const takesMarkdown = (text: string) => multilineText(80).safeParse(text).success;

describe("a name", () => {
  it.each(["Café", "❤️ Notes", "葛\u{e0100}城", "日本", "नमस्ते", "שלום", "C++", "👍🏽", "🇩🇪", "1️⃣", "!"])(
    "may be %j",
    (text) => {
      expect(takesName(text)).toBe(true);
    },
  );

  it.each([
    ["\u3164", "Hangul filler"],
    ["\u115f\u1160", "Hangul fillers"],
    ["\u2800\u2800", "Braille blanks"],
    ["\u00ad", "soft hyphen"],
    ["\ufe0f", "variation selector"],
    ["\u0301", "combining mark alone"],
    ["\ufffc", "object replacement"],
    ["\u{1d159}", "null notehead"],
    ["\u034f", "grapheme joiner"],
    ["\u17b5", "Khmer inherent vowel"],
  ])("may not be %j alone (%s)", (text) => {
    expect(takesName(text)).toBe(false);
  });

  it.each([
    ...["\u202e", "\u2066", "\u200f", "\u061c", "\u200b", "\u200c", "\u200d", "\u2060", "\u2064", "\ufeff"],
    ...[
      "\u180e",
      "\u00ad",
      "\u3164",
      "\u034f",
      "\u{e0041}",
      "\u{e0001}",
      "\u2028",
      "\u2029",
      "\ufff9",
      "\u206f",
    ],
    ...["\ufe0f\ufe0e", "\u{e0101}\u{e0102}"],
  ])("may not hold %j", (text) => {
    expect(takesName(`Cost${text}Report`)).toBe(false);
  });
});

describe("Markdown", () => {
  it.each([
    ["می\u200cخواهم", "Persian"],
    ["क्\u200dष", "Devanagari"],
    ["അവന\u0d4d\u200d അവിടെ", "a Malayalam chillu at a word's end"],
    ["👨\u200d👩\u200d👧 and 🏳️\u200d🌈 and 👩🏽\u200d🚀", "emoji"],
    ["Donau\u00addampf", "a soft hyphen inside a word"],
  ])("may hold the joiners of %j (%s)", (text) => {
    expect(takesMarkdown(text)).toBe(true);
  });

  it.each([
    ...[
      "a\u200d b",
      "\u200da",
      "a \u200d b",
      "1\u200d2",
      "a\u200d\u200db",
      "a\u2028b",
      "a\u2029b",
      "a\u202eb",
    ],
    ...["a\u200bb", "a\ufeffb", "a\u2060b", "🏴\u{e0067}\u{e007f}", "a\u3164b", "\u2800"],
  ])("may not hold %j", (text) => {
    expect(takesMarkdown(text)).toBe(false);
  });
});
