import type { Page } from "@playwright/test";
import { E2E_BUILD_SECRET } from "../support/secrets.ts";
import { click, expect, expectAccessible, expectShortcuts, queueBuild, test } from "./fixtures.ts";

const WORKER = "worker-of-logs";

/** Build of which the test is the worker, and the page of which is open. */
async function startBuild(page: Page, version: string) {
  await (await queueBuild(page, version)).click();
  await page.waitForURL(/\/builds\/[0-9a-f-]{36}$/);
  const buildId = new URL(page.url()).pathname.split("/").at(-1) ?? "";
  const post = async (path: string, data: object) => {
    const response = await page.request.post(path, { headers: { "x-build-secret": E2E_BUILD_SECRET }, data });
    expect(response.status()).toBe(200);
  };
  const report = (data: object) => post("/api/builds/webhook/status", { buildId, workerId: WORKER, ...data });
  await report({ status: "IN_PROGRESS" });
  // The notice of a queued build is gone then, and what is below it in its place.
  await expect(page.getByRole("main").getByText("In progress").first()).toBeVisible();
  const say = (offset: number, text: string) =>
    post(`/api/builds/${buildId}/log`, { workerId: WORKER, offset: String(offset), text });
  return { report, say, log: page.getByRole("region", { name: /^Log of build/ }) };
}

const OUTPUT = [
  "::group::Install dependencies",
  "npm warn deprecated glob@7: see https://example.com/glob.",
  "::endgroup::",
  "::group::Compile",
  ...Array.from({ length: 120 }, (_, index) => `compiling file ${index}`),
  "> Task :app:compileKotlin FAILED",
  "e: file:///app/Home.kt:12:5 Unresolved reference: syncQueue",
  "::endgroup::",
  "BUILD FAILED in 12s",
];

test("a build that fails while it is watched moves nothing, and its page opens at the reason", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const { report, say, log } = await startBuild(page, "9.8.1");
  await say(0, `${OUTPUT.slice(0, 100).join("\n")}\n`);
  await expect(page.getByText("100 lines")).toBeVisible();
  const row = log.locator('[data-line="60"]');
  await log.evaluate((element) => element.scrollTo(0, 1_000));
  await log.evaluate((element) => element.scrollIntoView({ block: "start" }));
  await expect(page.getByRole("heading", { level: 1 })).not.toBeInViewport();
  const before = await row.boundingBox();
  const begin = Buffer.byteLength(`${OUTPUT.slice(0, 100).join("\n")}\n`);
  await say(begin, `${OUTPUT.slice(100).join("\n")}\n`);
  await report({ status: "FAILED", errorLog: OUTPUT.slice(50).join("\n") });
  const reason = page.getByRole("heading", { name: /Kotlin failed/ });
  await expect(reason).toBeAttached();
  await expect(page.getByText("128 lines")).toBeVisible();
  expect(await row.boundingBox()).toEqual(before);

  for (const width of [1440, 320]) {
    await page.setViewportSize({ width, height: width === 320 ? 568 : 900 });
    await page.goto(page.url());
    await expect(reason).toBeInViewport();
    await expect(page.getByText("Unresolved reference: syncQueue").first()).toBeInViewport({ ratio: 1 });
    // The group with the failure is open, others are folded.
    await expect(log.locator('[data-line="126"]')).toBeVisible();
    await expect(log.locator('[data-line="2"]')).toHaveCount(0);
    if (width === 1440) await expect(log.locator('[data-line="126"]')).toBeInViewport();
    await expectAccessible(page);
  }
  // The page brings the log with it, before its scripts run.
  expect(await (await page.request.get(page.url())).text()).toContain("compiling file 119");

  await page.setViewportSize({ width: 1440, height: 900 });
  await expectShortcuts(page, "Log");
  await page.keyboard.press("t");
  await expect(log.locator('[data-line="126"] time')).toHaveText(/^\d\d:\d\d:\d\d$/);
  const group = log.getByRole("button", { name: /^Install dependencies/ });
  await log.evaluate((element) => element.scrollTo(0, 0));
  await group.press("Enter");
  await expect(group).toHaveAttribute("aria-expanded", "true");
  const link = log.getByRole("link", { name: "https://example.com/glob", exact: true });
  await expect(link).toHaveAttribute("rel", /noopener/);
});

test("a build that fails while its title is in view shows title, status and reason", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const { report, say, log } = await startBuild(page, "9.8.3");
  await say(0, `${OUTPUT.join("\n")}\nThe command exited with code 0 after 1.2 s.\n`);
  await expect(log.getByText("exited with code 0")).toBeVisible();
  await expect(log.locator('[data-severity="error"]', { hasText: "exited with" })).toHaveCount(0);
  await expect(log.getByText("::endgroup::")).toHaveCount(0);
  await report({ status: "FAILED", errorLog: OUTPUT.slice(50).join("\n") });
  await expect(page.getByRole("heading", { name: /Kotlin failed/ })).toBeInViewport();
  await expect(page.getByRole("heading", { level: 1 })).toBeInViewport();
  await expect(page.getByRole("status").filter({ hasText: "Failed" })).toBeInViewport();
});

test("a log that fails in its last lines opens at them", async ({ page }) => {
  const { report, say, log } = await startBuild(page, "9.8.2");
  const steps = Array.from({ length: 300 }, (_, index) => `step ${index} of the build`);
  const output = [...steps, "error: no space left on device", "BUILD FAILED", ""].join("\n");
  await say(0, output);
  // Cut in the middle of a line, as a worker does that keeps the last bytes.
  await report({ status: "FAILED", errorLog: output.slice(-203) });
  for (const [width, height] of [
    [1440, 1_000],
    [1280, 720],
    [320, 800],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto(page.url());
    await expect(page.getByText("302 lines")).toBeVisible();
    const line = log.locator('[data-line="301"]');
    await expect(line).toContainText("no space left on device");
    await expect(line).toBeVisible();
  }
});

test("a log of 50,000 lines is read: linked to, searched, scrolled to its end", async ({ page }) => {
  const { report, say, log } = await startBuild(page, "9.9.8");
  const lines = Array.from({ length: 50_000 }, (_, index) =>
    index === 41_999 ? "error: no disk" : index === 7 ? `${"a".repeat(40)}!` : `step ${index}`,
  );
  await say(0, `${lines.join("\n")}\n`);
  await report({ status: "FAILED", errorLog: lines.slice(40_000).join("\n") });
  await expect(page.getByText("50,000 lines")).toBeVisible();
  expect(await log.locator("[data-line]").count()).toBeLessThan(200);
  await click(page.getByRole("button", { name: "Failure", exact: true }));
  await expect(log.locator('[data-line="42000"]')).toBeVisible();
  await expect(page).toHaveURL(/#build-L42000$/);

  // On a slow machine the rest of the log comes while the page opens at the failure.
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  const shared = page.url().replace(/#.*/, "");
  // The last two are of the error log, which begins at line 40,001.
  for (const [hash, line] of [
    ["build-L12345-L12347", 12_345],
    ["error-L3000", 43_000],
    ["L3001", 43_001],
  ] as const) {
    await page.goto("about:blank");
    await page.goto(`${shared}#${hash}`);
    await expect(log.locator(`[data-line="${line}"][data-chosen]`)).toBeInViewport();
  }
  await page.goto("about:blank");
  await page.goto(shared);
  await expect(log.locator('[data-line="42000"]')).toBeInViewport();
  await devtools.detach();

  const field = page.getByLabel("Search log");
  await field.fill("step 4999");
  await page.keyboard.press("Enter");
  await expect(log.getByText("step 4999", { exact: true })).toBeVisible();
  await click(page.getByRole("button", { name: "Use regular expression" }));
  const status = page.getByRole("status");
  await field.fill("^step 1[01]{4}$");
  await expect(status.filter({ hasText: "16 lines" })).toBeVisible();
  await field.fill("step (");
  await expect(status.filter({ hasText: "Invalid expression" })).toBeVisible();
  await field.fill("(a+)+$");
  await expect(status.filter({ hasText: "Search took too long" })).toBeVisible();
  await field.fill("");
  // Until the list has settled on the line that was found, it goes back there.
  await expect(async () => {
    await log.evaluate((element) => element.scrollTo(0, element.scrollHeight));
    await expect(log.locator('[data-line="50000"]')).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 30_000 });
});
