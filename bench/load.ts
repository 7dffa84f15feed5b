import { parseArgs } from "node:util";
import { type Browser, chromium } from "@playwright/test";
import { findBrowser } from "@/e2e/support/browser.ts";
import type { Shutdown } from "@/server/process/shutdown.ts";
import { DATASET, loadDataset } from "./fixtures/dataset.ts";
import { rowId, tenantSlug } from "./fixtures/ids.ts";
import { startBenchPostgres } from "./harness/database.ts";
import { type Product, startProduct } from "./harness/product.ts";
import { print, runBenchmark } from "./harness/program.ts";
import { formatTable, median } from "./harness/report.ts";
import { readRegistry, sendPolls, sendReports } from "./load/clients.ts";
import { createLatencies, isPart, type Latencies, percentileMs } from "./load/latencies.ts";
import { browse } from "./load/virtual-users.ts";

/**
 * Steady load of reports, polls and virtual users together: `npm run bench:load`. Exits with 1 if a request failed or the
 * 99th percentile of a kind of request reaches its bound. Pages are one kind, whether a virtual user follows a link or
 * loads the whole document; the table shows both parts as well.
 */
const BUILDS = 20_000;
const REPORTS_PER_SECOND = 300;
const POLLS_PER_SECOND = 1_000;
const VIRTUAL_USERS = 10;
const MAX_P99_MS = 150;
const MAX_LCP_MS = 1_200;
const MAX_CLS = 0.02;
/** For the JIT of a program that has just started. */
const WARM_UP_MS = 10_000;
const MAX_PRINTED_FAILURES = 5;

const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "300" },
    /** Factor for reports and polls, for a machine that has other work. */
    scale: { type: "string", default: "1" },
    /** Readers of the public registry at once. */
    readers: { type: "string", default: "0" },
    /** Measures LCP and CLS in a browser after the load. */
    vitals: { type: "boolean", default: false },
  },
});

async function measureLoad(shutdown: Shutdown): Promise<boolean> {
  const postgres = await startBenchPostgres(shutdown);
  const product = await startProduct(postgres, { ...DATASET, builds: BUILDS }, loadDataset, shutdown);
  const { byKind } = await sendLoad(product);
  const rows = [...byKind].map(([kind, latency]) => [
    kind,
    latency.histogram.count.toLocaleString("en"),
    String(latency.failures.length),
    ...[50, 99, 100].map((percentile) => `${percentileMs(latency, percentile).toFixed(1)} ms`),
  ]);
  print(formatTable([`${values.seconds} s`, "responses", "failures", "p50", "p99", "max"], rows));
  for (const [kind, { failures }] of byKind)
    for (const failure of failures.slice(0, MAX_PRINTED_FAILURES)) print(`${kind}: ${failure}`);
  const isWithinBounds = [...byKind].every(
    ([kind, latency]) =>
      latency.failures.length === 0 && (isPart(kind) || percentileMs(latency, 99) < MAX_P99_MS),
  );
  return values.vitals ? (await printVitals(product, shutdown)) && isWithinBounds : isWithinBounds;
}

async function printVitals(product: Product, shutdown: Shutdown): Promise<boolean> {
  const vitals = await measureVitals(product, shutdown);
  const rows = vitals.map(({ name, lcpMs, cls }) => [name, `${lcpMs.toFixed(0)} ms`, cls.toFixed(3)]);
  print(formatTable(["page, CPU 4 times slower", "LCP", "CLS"], rows));
  return vitals.every(({ lcpMs, cls }) => lcpMs < MAX_LCP_MS && cls < MAX_CLS);
}

async function sendLoad(product: Product): Promise<Latencies> {
  const warmUpEndsAt = performance.now() + WARM_UP_MS;
  const latencies = createLatencies(warmUpEndsAt);
  const scale = Number(values.scale);
  const until = warmUpEndsAt + Number(values.seconds) * 1_000;
  await Promise.all([
    sendReports(product, latencies, { perSecond: REPORTS_PER_SECOND * scale, until }),
    sendPolls(product, latencies, { perSecond: POLLS_PER_SECOND * scale, until }),
    ...Array.from({ length: Number(values.readers) }, () => readRegistry(product, latencies, until)),
    ...Array.from({ length: VIRTUAL_USERS }, (_, user) => browse(product, latencies, { user, until })),
  ]);
  return latencies;
}

const VISITS = 5;
/** Factor by which the browser's CPU is slowed down. */
const CPU_SLOWDOWN = 4;
/** Without a change for so long, a page counts as loaded: its event stream never ends. */
const SETTLE_MS = 1_000;

/** Web vitals of a page: median LCP in milliseconds, highest CLS. */
interface Vitals {
  name: string;
  lcpMs: number;
  cls: number;
}

/** Visits three pages of the Builder on a slow CPU, each time with an empty cache. */
async function measureVitals(product: Product, shutdown: Shutdown): Promise<Vitals[]> {
  const browser = await chromium.launch(await findBrowser());
  shutdown.onStop(() => browser.close());
  const home = `/builder/${tenantSlug(0)}`;
  const paths = { overview: home, builds: `${home}/builds`, app: `${home}/apps/${rowId("app", 0)}` };
  const results: Vitals[] = [];
  for (const [name, path] of Object.entries(paths)) {
    const visits: Omit<Vitals, "name">[] = [];
    for (let visit = 0; visit < VISITS; visit += 1) visits.push(await visitPage(browser, product, path));
    const lcpMs = median(visits.map((visit) => visit.lcpMs));
    results.push({ name, lcpMs, cls: Math.max(...visits.map(({ cls }) => cls)) });
  }
  return results;
}

async function visitPage(browser: Browser, { origin, cookies }: Product, path: string) {
  const context = await browser.newContext({ extraHTTPHeaders: { cookie: cookies[0] ?? "" } });
  try {
    await context.addInitScript(OBSERVE_VITALS);
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
    const response = await page.goto(origin + path);
    if (response?.status() !== 200) throw new Error(`${path} returned ${response?.status()}`);
    await page.waitForTimeout(SETTLE_MS);
    return await page.evaluate<Omit<Vitals, "name">>("window.vitals");
  } finally {
    await context.close();
  }
}

/** Script that a page runs before its own. */
const OBSERVE_VITALS = `
  window.vitals = { lcpMs: 0, cls: 0 };
  const observe = (type, record) =>
    new PerformanceObserver((list) => list.getEntries().forEach(record)).observe({ type, buffered: true });
  observe("largest-contentful-paint", ({ startTime }) => { window.vitals.lcpMs = startTime; });
  observe("layout-shift", ({ value }) => { window.vitals.cls += value; });`;

await runBenchmark(measureLoad);
