import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { formatText, toStorable } from "./format-text.ts";
import { isPlainDocument } from "./policy.ts";

const folder = mkdtempSync(join(tmpdir(), "drydock-formatter-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it.each([
  ["hangs", "for (;;);", 3_000],
  ["crashes", "process.exit(1);", 20_000],
  ["fails", "process.send({ id, error: 'failed' });", 20_000],
  ["takes too much memory", "for (const all = [];;) all.push({ all: 'x'.repeat(id) });", 20_000],
])("stores a text as plain text if its parser %s", async (name, body, timeoutMs) => {
  const module = join(folder, `${name.replaceAll(" ", "-")}.mjs`);
  const count = `${module}.calls`;
  writeFileSync(
    module,
    `import { appendFileSync } from "node:fs";
    process.once("disconnect", () => process.exit());
    process.on("message", ({ id }) => { appendFileSync(${JSON.stringify(count)}, "."); ${body} });`,
  );
  const program = {
    name,
    module,
    execArgv: ["--max-old-space-size=16"],
    timeoutMs,
    createError: () => new Error("ended"),
  };
  const [document] = await formatText({ source: "**a**", idPrefix: "x-" }, program);
  expect(document && isPlainDocument(document)).toBe(true);
  expect(JSON.stringify(document)).toContain("**a**");
  expect(readFileSync(count, "utf8")).toBe("..");
});

it("formats in the program of the parser", async () => {
  const documents = await formatText({ source: "**a**", idPrefix: "x-" });
  expect(JSON.stringify(documents)).toContain('"tagName":"strong"');
});

it("drops what PostgreSQL cannot store, and keeps the rest", () => {
  expect(toStorable({ a: ["b\0c", "\ud83d", "\u{1F680}"], n: 1 })).toEqual({
    a: ["bc", "\ufffd", "\u{1F680}"],
    n: 1,
  });
});
