import { randomUUID } from "node:crypto";
import { E2E_BUILD_SECRET } from "../support/secrets.ts";
import { click, expect, expectShortcuts, queueBuild, signIn, test } from "./fixtures.ts";

test("every figure of the overview leads to a list of exactly that many", async ({ page }) => {
  await signIn(page, "developer", "/builder/acme");
  await expect(page.getByRole("heading", { name: "By platform and app" })).toBeVisible();
  const failed = page.getByRole("link", { name: /\d+ of \d+\s+builds failed/ });
  const [, count = "", all = ""] = /(\d+) of (\d+)/.exec((await failed.textContent()) ?? "") ?? [];
  await click(failed);
  await page.waitForURL(/status=FAILED/);
  const pages = page.getByRole("navigation", { name: "Pages" });
  // "12 builds" on a single page, "1–50 of 63" on the first of several.
  const counts = (total: string) => new RegExp(`^${total}\\s+builds?|of ${total}(?!\\d)`);
  await expect(pages).toContainText(counts(count));
  const shared = page.url();
  await click(page.getByRole("link", { name: /^Completed \d+$/ }).first());
  await page.waitForURL(/status=COMPLETED/);
  await expect(pages).toContainText(counts(all));
  await page.goto(shared);
  await expect(pages).toContainText(counts(count));
});

test("a build is queued, canceled and retried, all by keyboard", async ({ page }) => {
  await (await queueBuild(page, "9.9.9")).click();
  await page.waitForURL(/\/builds\/[0-9a-f-]{36}$/);
  await expectShortcuts(page, "This build");
  await page.keyboard.press("c");
  const dialog = page.getByRole("dialog", { name: /^Cancel build/ });
  await expect(dialog.getByRole("button", { name: "Cancel", exact: true })).toHaveCount(0);
  await dialog.getByRole("button", { name: "Keep building" }).click();
  await expect(dialog).toBeHidden();
  await page.keyboard.press("c");
  const number = /#(\d+)/.exec((await dialog.getByRole("heading").first().textContent()) ?? "")?.[1] ?? "";
  await expect(dialog.getByRole("button", { name: "Cancel build" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByText("Failed").first()).toBeVisible();
  const end = page.getByRole("listitem").filter({ hasText: /^Canceled/ });
  await expect(end).toContainText(/By Jonas/);
  await expectShortcuts(page, "This build");
  const canceled = page.url();
  await page.keyboard.press("r");
  await page.waitForURL((url) => /\/builds\/[0-9a-f-]{36}$/.test(url.pathname) && url.href !== canceled);
  await expect(page.getByText("Queued").first()).toBeVisible();
  await expect(page.getByRole("link", { name: `#${number}` }).first()).toBeVisible();
});

test("a Super Admin sees failed builds whole on a wide screen, with what can be done", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page, "admin", "/admin");
  for (const [path, name] of [
    ["/admin", "Recent failures"],
    ["/admin/builds?status=FAILED", "Builds, newest first"],
  ] as const) {
    await page.goto(path);
    const table = page.getByRole("table", { name, exact: true });
    await expect(table.getByRole("button", { name: /^Retry/ }).first()).toBeVisible();
    const overflow = () =>
      table.evaluate(({ scrollWidth, parentElement }) => scrollWidth - (parentElement?.clientWidth ?? 0));
    await expect.poll(overflow).toBeLessThanOrEqual(0);
  }
});

test("a Super Admin opens a failed build of a workspace, with its reason, log and reports", async ({
  page,
}) => {
  await signIn(page, "admin", "/admin/builds?status=FAILED");
  await page
    .getByRole("table", { name: "Builds, newest first" })
    .getByRole("link", { name: /#\d+$/ })
    .first()
    .click();
  await page.waitForURL(/\/admin\/builds\/[0-9a-f-]{36}$/);
  await expect(page.getByRole("heading", { name: /failed/i }).first()).toBeVisible();
  await expect(page.getByRole("region", { name: /^Error log of build/ })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Timeline" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Status reports" })).toBeVisible();
  await expect(page.getByRole("button", { name: /^Retry/ })).toBeVisible();
});

test("a Super Admin drains a worker and resumes it", async ({ page }) => {
  await signIn(page, "admin", "/admin/workers");
  const workerId = `drained-${randomUUID().slice(0, 8)}`;
  // A heartbeat for a build that does not exist: the worker is known and takes no build from other journeys.
  const heartbeat = await page.request.post(`/api/builds/${randomUUID()}/heartbeat`, {
    headers: { "x-build-secret": E2E_BUILD_SECRET },
    data: { workerId },
  });
  expect(heartbeat.status()).toBe(404);
  await page.reload();
  const row = page.getByRole("row", { name: new RegExp(workerId) });
  await expect(row.getByText("Online")).toBeVisible();
  await click(row.getByRole("button", { name: `Drain ${workerId}` }));
  await page.getByRole("dialog").getByRole("button", { name: "Drain worker" }).click();
  await expect(row.getByText("Draining")).toBeVisible();
  await row.getByRole("button", { name: `Resume ${workerId}` }).click();
  await expect(row.getByText("Online")).toBeVisible();
});

test("a log of 50,000 lines is read: searched, linked to, scrolled to its end", async ({ page }) => {
  await (await queueBuild(page, "9.9.8")).click();
  await page.waitForURL(/\/builds\/[0-9a-f-]{36}$/);
  const buildId = new URL(page.url()).pathname.split("/").at(-1) ?? "";
  const lines = Array.from({ length: 50_000 }, (_, index) =>
    index === 41_999 ? "error: no disk" : `step ${index}`,
  );
  // Too much for curl's command line.
  const outcome = await page.request.post("/api/builds/webhook/status", {
    headers: { "x-build-secret": E2E_BUILD_SECRET },
    data: { buildId, status: "FAILED", errorLog: lines.join("\n") },
  });
  expect(outcome.status()).toBe(200);
  await expect(page.getByText("50,000 lines")).toBeVisible();
  const log = page.getByRole("region", { name: /^Error log of build/ });
  expect(await log.locator("[data-line]").count()).toBeLessThan(200);
  await click(page.getByRole("button", { name: "Failure", exact: true }));
  await expect(log.locator('[data-line="42000"]')).toBeVisible();
  await expect(page).toHaveURL(/#error-L42000$/);
  await page.getByLabel("Search log").fill("step 4999");
  await page.keyboard.press("Enter");
  await expect(log.getByText("step 4999", { exact: true })).toBeVisible();
  // Until the list has settled on the line that was found, it goes back there.
  await expect(async () => {
    await log.evaluate((element) => element.scrollTo(0, element.scrollHeight));
    await expect(log.locator('[data-line="50000"]')).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 30_000 });
});
