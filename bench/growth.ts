import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { ensureBuild } from "../server/build.ts";
import { completeEnv } from "../server/env.ts";
import { listenForShutdown } from "../server/shutdown.ts";
import { PAGES, type Page } from "./growth/pages.ts";
import { type Scene, setScene } from "./growth/stage.ts";
import { TENANT } from "./growth/world.ts";
import { describeMachine, readLoad } from "./report/machine.ts";
import { formatTable } from "./report/table.ts";
import { productSettings } from "./stage/contenders.ts";
import { startBenchDatabase } from "./stage/database.ts";

/**
 * Measures how long the server takes for each page of the Builder with few builds in the database and with many, in
 * turns: `npm run bench:growth`. It ends with 1 when a page takes longer with many than the bound allows.
 */
const FEW = 1_000;
const BOUND = 1.5;
const WARM_UP = 5;

const { values } = parseArgs({
  options: {
    builds: { type: "string", default: "1000000" },
    rounds: { type: "string", default: "25" },
    write: { type: "boolean", default: false },
  },
});
const MANY = Number(values.builds);

const shutdown = listenForShutdown(print);

try {
  await shutdown.exit((await measure()) ? 0 : 1);
} catch (error) {
  print(error instanceof Error ? (error.stack ?? error.message) : String(error));
  await shutdown.exit(1);
}

async function measure(): Promise<boolean> {
  const loadBefore = readLoad();
  await ensureBuild({ log: print, signal: shutdown.signal });
  const bench = await startBenchDatabase();
  shutdown.onStop(bench.stop);
  completeEnv(productSettings(bench.url, bench.directory));
  const scenes: Scene[] = [];
  for (const builds of [FEW, MANY]) {
    const startedAt = performance.now();
    const scene = await setScene(bench, builds);
    shutdown.onStop(async () => {
      await scene.server.stop();
      await scene.sql.end();
    });
    scenes.push(scene);
    print(
      `${count(builds)} builds are there after ${((performance.now() - startedAt) / 1_000).toFixed(0)} s`,
    );
  }
  const rows: { page: Page; few: number; many: number }[] = [];
  for (const page of PAGES) {
    const [few = 0, many = 0] = await timesInTurn(page, scenes);
    rows.push({ page, few, many });
    print(`${page.name}: ${few.toFixed(1)} ms, ${many.toFixed(1)} ms, ${(many / few).toFixed(2)} ×`);
  }
  const isMet = rows.every(({ few, many }) => many / few <= BOUND);
  const table = formatTable(
    ["page", `${count(FEW)} builds`, `${count(MANY)} builds`, "ratio"],
    rows.map(({ page, few, many }) => [
      page.name,
      `${few.toFixed(1)} ms`,
      `${many.toFixed(1)} ms`,
      `${(many / few).toFixed(2)} ×`,
    ]),
  );
  const [first] = scenes;
  if (values.write && first) {
    const text = `# Growth\n\n\`npm run bench:growth -- --write\`\n\n${await describeMachine(first.sql, loadBefore)}\n\n${METHOD}\n\n${table}\n\nBound: ${BOUND} ×, ${isMet ? "met" : "missed"}.\n`;
    writeFileSync(new URL("growth.md", import.meta.url), text);
  }
  return isMet;
}

const METHOD = `The server's time for a page, from the request to its last byte, median of ${values.rounds} rounds in which both databases take
turns. All builds are one tenant's ("${TENANT.slug}"), in ten apps over two years; the last app was given up two years before. Each database
has a product of its own, as \`npm start\` runs it; both share the machine with other work: read the ratios.`;

/** Medians of a page in each scene. */
async function timesInTurn(page: Page, scenes: Scene[]): Promise<number[]> {
  const times = scenes.map((): number[] => []);
  for (let round = -WARM_UP; round < Number(values.rounds); round += 1) {
    for (const [index, scene] of scenes.entries()) {
      const ms = await timeOf(page, scene);
      if (round >= 0) times[index]?.push(ms);
    }
  }
  return times.map((all) => all.sort((one, other) => one - other)[Math.floor(all.length / 2)] ?? 0);
}

async function timeOf(page: Page, { server, cookie, token, builds }: Scene): Promise<number> {
  const headers: Record<string, string> = page.isRest
    ? { authorization: `Bearer ${token}`, "x-tenant-id": TENANT.id }
    : { cookie };
  const startedAt = performance.now();
  const response = await fetch(server.origin + page.path(builds), { headers, redirect: "manual" });
  const text = await response.text();
  const ms = performance.now() - startedAt;
  if (response.status !== 200)
    throw new Error(`${page.name} answered ${response.status}: ${text.slice(0, 400)}`);
  return ms;
}

function count(builds: number): string {
  return builds.toLocaleString("en");
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
