import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createSecretMask, createStreamMask, NOTHING_PENDING } from "./mask-secrets.ts";

const SECRET = "s3cr3t/Pa+ss w0rd";
const base64 = (text: string) => Buffer.from(text).toString("base64");

function maskWith(secrets: string[], text: string): string {
  return createSecretMask(secrets)?.mask(text) ?? text;
}

/** The text in chunks through a stream, which must not depend on where they begin. */
function stream(secrets: string[], chunks: readonly string[]): string {
  const masked = createStreamMask(createSecretMask(secrets));
  return chunks.map(masked.write).join("") + masked.end();
}

describe("a secret is masked", () => {
  it.each([
    ["as it is", `key=${SECRET};`, "key=***;"],
    ["in base64", `${base64(SECRET)}\n`, "***\n"],
    ["in base64 by echo", `${base64(`${SECRET}\n`)}\n`, "***\n"],
    ["in JSON", JSON.stringify({ key: SECRET }), '{"key":"***"}'],
    ["in JSON with escaped slashes", `"${SECRET.replace("/", "\\/")}"`, '"***"'],
    ["in a URL", `?key=${encodeURIComponent(SECRET)}&`, "?key=***&"],
    ["in a form", new URLSearchParams({ key: SECRET }).toString(), "key=***"],
    ["in a URL in lower case", "%3fs3cr3t%2fPa%2bss%20w0rd", "%3f***"],
  ])("%s", (_, text, expected) => {
    expect(maskWith([SECRET], text)).toBe(expected);
  });

  it("inside of other data in base64, but for a character at each edge", () => {
    for (const user of ["", "a", "ab", "abc", "user:"]) {
      const masked = maskWith([SECRET], base64(`${user}${SECRET};`));
      expect(masked).toMatch(/^[A-Za-z0-9+/=]{0,8}\*\*\*[A-Za-z0-9+/=]{0,4}$/);
    }
  });

  it("in URL-safe base64", () => {
    const secret = "\u00fb\u00ff\u00fe?>~~~\u00ff";
    expect(base64(secret)).toMatch(/[+/]/);
    expect(maskWith([secret], Buffer.from(secret).toString("base64url"))).not.toContain("_");
  });

  it("line by line, and in wrapped base64", () => {
    const pem = `-----BEGIN KEY-----\n${"MIIEvQIBADANBgkqhkiG\nAgEAAoIBAQC7VJTUt9Us8cKj"}\n-----END KEY-----\n`;
    expect(maskWith([pem], pem)).toBe("***\n");
    expect(maskWith([pem], `  ${pem.replaceAll("\n", "\r\n  ")}`)).toBe(
      "  ***\r\n  ***\r\n  ***\r\n  ***\r\n  ",
    );
    const wrapped = base64(pem).match(/.{1,76}/g) ?? [];
    expect(wrapped.length).toBeGreaterThan(1);
    expect(maskWith([pem], `${wrapped.join("\n")}\n`)).toBe("***\n");
  });

  it("if the output was cut in it after a part that is long enough", () => {
    const secret = "0123456789abcdef".repeat(10);
    expect(maskWith([secret], `<${secret.slice(0, 100)}>`)).toBe("<***>");
    expect(maskWith([secret], `<${secret.slice(0, 20)}>`)).toBe(`<${secret.slice(0, 20)}>`);
  });

  it("together with another that overlaps it, or begins like it", () => {
    expect(maskWith(["abcdefgh", "efghijkl"], "-abcdefghijkl-")).toBe("-***-");
    expect(maskWith(["abcdefgh", "abcdefgh-longer"], "abcdefgh-longer abcdefgh-long")).toBe("*** ***-long");
  });
});

it("leaves other text and short values as they are", () => {
  expect(createSecretMask(["", "1234567", "🚢".repeat(7)])).toBeNull();
  expect(maskWith(["🚢".repeat(8)], `a${"🚢".repeat(8)}b`)).toBe("a***b");
  expect(maskWith([SECRET], SECRET.slice(1))).toBe(SECRET.slice(1));
});

describe("a stream", () => {
  it("is masked like the whole text, wherever it is split", () => {
    const secrets = ["abcdabcd", "dabcdabcde", "aaaaaaaab", "bbbbbbbbbbbbb"];
    const piece = fc.constantFrom("a", "b", "abcd", "d", "e", "aaaaaaaa", ...secrets);
    fc.assert(
      fc.property(fc.array(fc.array(piece).map((pieces) => pieces.join(""))), (chunks) => {
        expect(stream(secrets, chunks)).toBe(maskWith(secrets, chunks.join("")));
      }),
    );
  });

  it("is masked when each character comes alone", () => {
    const text = `a ${SECRET} b ${base64(SECRET)} c`;
    expect(stream([SECRET], [...text])).toBe("a *** b *** c");
  });

  it("holds back no more than what may be a secret", () => {
    const mask = createSecretMask(["a".repeat(8), SECRET]);
    const run = mask?.maskChunk("a".repeat(100_000), NOTHING_PENDING);
    expect(run).toMatchObject({ text: "***" });
    expect(run?.after.pending.length).toBeLessThan(8);
    expect(mask?.maskChunk(`line\n${SECRET.slice(0, 5)}`, NOTHING_PENDING)).toEqual({
      text: "line\n",
      after: { pending: SECRET.slice(0, 5), masked: 0 },
    });
  });
});

it("compares each character a bounded number of times, whatever secrets and text are", () => {
  const secrets = Array.from({ length: 20 }, (_, at) => `${"a".repeat(16_000)}${at}`);
  // With 16,000 comparisons for each of 2,000,000 characters it would not end.
  expect(maskWith(secrets, `${"a".repeat(15_999)}b`.repeat(125))).toBe("***b".repeat(125));
});

describe("secrets of any length that overlap", () => {
  /** Parts of one text, so that secrets contain each other, begin within each other or touch. */
  const base = Array.from({ length: 400 }, (_, at) => ((at * 7_919 + 13) % 9_973).toString(36)).join("");
  const part = fc
    .tuple(fc.nat(600), fc.integer({ min: 16, max: 300 }))
    .map(([start, length]): [number, number] => [start, start + length]);

  it("are masked from the first unit to the last, and nothing around them", () => {
    const parts = fc.array(part, { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(parts, fc.array(fc.nat()), (ranges, cuts) => {
        const secrets = ranges.map(([start, end]) => base.slice(start, end));
        const from = Math.min(...ranges.map(([start]) => start));
        const to = Math.max(...ranges.map(([, end]) => end));
        const text = `<${base.slice(from, to)}>`;
        const at = cuts.map((cut) => cut % text.length).sort((a, b) => a - b);
        const chunks = [0, ...at].map((start, index) => text.slice(start, at[index] ?? text.length));
        for (const masked of [maskWith(secrets, text), stream(secrets, chunks)]) {
          // What no secret covers is left, in order; "***" stands for all else.
          const isCovered = (unit: number) => ranges.some(([start, end]) => start <= unit && unit < end);
          const left = [...base.slice(from, to)].filter((_, unit) => !isCovered(from + unit)).join("");
          expect(masked.replaceAll("***", "")).toBe(`<${left}>`);
        }
      }),
      { numRuns: 300 },
    );
  });
});
