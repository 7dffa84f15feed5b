import { type Browser, chromium } from "@playwright/test";
import { findBrowser } from "@/e2e/support/browser.ts";
import type { Shutdown } from "@/server/process/shutdown.ts";
import { rowId, tenantSlug } from "../fixtures/ids.ts";
import type { Product } from "../harness/product.ts";
import { median } from "../harness/report.ts";

const VISITS = 5;
/** Factor by which the browser's CPU is slowed down. */
const CPU_SLOWDOWN = 4;
/** Without a change for so long, a page counts as loaded: its event stream never ends. */
const SETTLE_MS = 1_000;

/** Web vitals of a page: median LCP in milliseconds, highest CLS. */
export interface Vitals {
  name: string;
  lcpMs: number;
  cls: number;
}

/** Visits three pages of the Builder on a slow CPU, each time with an empty cache. */
export async function measureVitals(product: Product, shutdown: Shutdown): Promise<Vitals[]> {
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
