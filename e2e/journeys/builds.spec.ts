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
  await click(page.getByRole("button", { name: "Filter", exact: true }));
  await page.getByRole("combobox", { name: "Filter" }).fill("completed");
  await page.keyboard.press("Enter");
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
  await expect(page.getByRole("region", { name: /^Log of build/ })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Timeline" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Status reports" })).toBeVisible();
  await expect(page.getByRole("button", { name: /^Retry/ })).toBeVisible();
});

test("a Super Admin drains a worker and resumes it", async ({ page }) => {
  await signIn(page, "admin", "/admin/workers");
  const workerId = `drained-${randomUUID().slice(0, 8)}`;
  const send = (path: string, data: object) =>
    page.request.post(path, { headers: { "x-build-secret": E2E_BUILD_SECRET }, data });
  const claim = await send("/api/builds/claim", { workerId, platforms: ["IOS"] });
  // Other journeys wait for their builds.
  if (claim.status() === 200) await send(`/api/builds/${(await claim.json()).buildId}/release`, { workerId });
  await page.reload();
  const row = page.getByRole("row", { name: new RegExp(workerId) });
  await expect(row.getByText("Online")).toBeVisible();
  await click(row.getByRole("button", { name: `Drain ${workerId}` }));
  await page.getByRole("dialog").getByRole("button", { name: "Drain worker" }).click();
  await expect(row.getByText("Draining")).toBeVisible();
  await row.getByRole("button", { name: `Resume ${workerId}` }).click();
  await expect(row.getByText("Online")).toBeVisible();
});
