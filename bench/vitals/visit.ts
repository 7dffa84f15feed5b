import type { Browser, BrowserContext } from "@playwright/test";
import { type Vitals, watchPage } from "./watch-page.ts";

export interface SessionRequest {
  path: string;
  /** How many times slower the processor is made; 1 leaves it as it is. */
  slowdown: number;
  state: Awaited<ReturnType<BrowserContext["storageState"]>>;
}

const QUIET_MS = 1_000;

/** Opens a page as somebody who was never here before, lets it come to rest, and presses a key and the first button or field. */
export async function visit(
  browser: Browser,
  origin: string,
  { path, slowdown, state }: SessionRequest,
): Promise<Vitals> {
  const context = await browser.newContext({
    baseURL: origin,
    storageState: state,
    viewport: { width: 1_440, height: 900 },
  });
  try {
    // tsx marks functions with their names by a helper that the page does not have.
    await context.addInitScript("globalThis.__name = (named) => named");
    await context.addInitScript(watchPage);
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
    const response = await page.goto(path, { waitUntil: "load" });
    if (response?.status() !== 200) throw new Error(`${path} answered ${response?.status()}`);
    // What is opened by an event stream is never done, so rest is when nothing happened for a while.
    await page.waitForTimeout(QUIET_MS);
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 5_000 })));
    // The largest paint counts until somebody does something.
    const atRest = await page.evaluate(() => ({ ...window.vitals }));
    await page.keyboard.press("Tab");
    await page.locator("header button:visible, main input:visible").first().click();
    await page.waitForTimeout(QUIET_MS);
    const afterwards = await page.evaluate(() => ({ ...window.vitals }));
    return { ...atRest, slowestInputMs: afterwards.slowestInputMs };
  } finally {
    await context.close();
  }
}
