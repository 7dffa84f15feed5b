import { readFileSync } from "node:fs";
import { fillShape, SHAPES } from "@/e2e/support/markdown-shapes.ts";
import { parseMarkdown } from "@/server/domains/items/markdown/policy.ts";
import { parseReadme } from "@/server/domains/items/markdown/readme.ts";
import { formatTable } from "./harness/report.ts";

/**
 * Processor time of parsing the costliest shapes of Markdown at the largest size, in milliseconds and against this
 * project's README in the same run. `npm run bench:markdown`.
 */
const RUNS = 5;
const SHOWN = 10;

const parseAsReadme = (text: string) => parseReadme(text, new Map(), "readme-", "https://code.example/one");
const parseAsChangelog = (text: string) => parseMarkdown(text, "changelog-");

/** Least of several runs, since other load can only add to a cost. */
function measure(parse: (text: string) => unknown, text: string): number {
  const costs = Array.from({ length: RUNS }, () => {
    const before = process.cpuUsage();
    parse(text);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000;
  });
  return Math.min(...costs);
}

for (const shape of SHAPES) parseAsReadme(fillShape(shape, 2_000));
const baseline = measure(parseAsReadme, readFileSync("README.md", "utf8"));
for (const [kind, parse, length] of [
  ["README of 512 KiB", parseAsReadme, 512 * 1_024],
  ["changelog of 2,500 characters", parseAsChangelog, 2_500],
] as const) {
  const costs = SHAPES.map((shape) => ({ shape, ms: measure(parse, fillShape(shape, length)) }));
  const worst = costs.sort((one, other) => other.ms - one.ms).slice(0, SHOWN);
  const rows = worst.map(({ shape, ms }) => [String(shape), ms.toFixed(0), (ms / baseline).toFixed(1)]);
  process.stdout.write(`${kind}\n${formatTable(["Shape", "ms", "× README.md"], rows)}\n`);
}
