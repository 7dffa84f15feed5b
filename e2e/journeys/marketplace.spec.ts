import type { Page } from "@playwright/test";
import { click, expect, nameOfTry, signIn, test } from "./fixtures.ts";

const namesOf = (page: Page) =>
  page.getByRole("list", { name: "Items" }).getByRole("heading", { level: 3 }).allInnerTexts();

const byName = (names: string[]) => {
  const keys = names.map((name) => [name.toLowerCase(), name] as const);
  return keys.sort(([a], [b]) => (a < b ? -1 : 1)).map(([, name]) => name);
};

test("a visitor sorts the marketplace by name, and the order stays while they search and choose", async ({
  page,
}) => {
  await page.goto("/marketplace");
  const latest = await namesOf(page);
  expect(latest.length).toBeGreaterThan(3);
  expect(latest).not.toEqual(byName(latest));

  await click(page.getByRole("link", { name: "Name", exact: true }));
  await expect(page).toHaveURL("/marketplace?sort=name");
  await expect.poll(() => namesOf(page)).not.toEqual(latest);
  const named = await namesOf(page);
  expect(named).toEqual(byName(named));
  await expect(page.getByRole("link", { name: "Name", exact: true })).toHaveAttribute("aria-current", "true");

  await page.getByRole("searchbox", { name: "Search marketplace" }).fill("a");
  await expect(page).toHaveURL("/marketplace?q=a&sort=name");
  await click(page.getByRole("link", { name: "Themes", exact: true }));
  await expect(page).toHaveURL("/marketplace?q=a&type=theme&sort=name");
  await page.reload();
  const themes = await namesOf(page);
  expect(themes).toEqual(byName(themes));

  await click(page.getByRole("link", { name: "Clear", exact: true }));
  await expect(page).toHaveURL("/marketplace?sort=name");
  await click(page.getByRole("link", { name: "Recently updated", exact: true }));
  await expect(page).toHaveURL("/marketplace");
  await expect.poll(() => namesOf(page)).toEqual(latest);
});

test("a Super Admin features an item, which opens the marketplace where they put it", async ({ page }) => {
  await signIn(page, "admin");
  await page.goto("/admin/catalog/featured");
  const picker = page.getByRole("combobox", { name: "Feature an item" });
  await picker.fill("high noon");
  await click(page.getByRole("option", { name: "High Noon · Theme by Globex" }));
  const up = page.getByRole("button", { name: "Move High Noon up" });
  await expect(up).toBeEnabled();
  await click(up);
  const rows = page.getByRole("table", { name: "Featured items, in order" }).getByRole("row");
  await expect
    .poll(() => rows.allInnerTexts())
    .toEqual([
      expect.stringContaining("Item"),
      expect.stringContaining("Photo Annotate"),
      expect.stringContaining("Paper Trail"),
      expect.stringContaining("High Noon"),
      expect.stringContaining("Build Digest"),
    ]);
  await page.goto("/marketplace");
  const featured = page.getByRole("list", { name: "Featured" }).getByRole("heading", { level: 3 });
  expect(await featured.allInnerTexts()).toEqual([
    "Photo Annotate",
    "Paper Trail",
    "High Noon",
    "Build Digest",
  ]);
  await page.goto("/admin/catalog/featured");
  await click(page.getByRole("button", { name: "Remove High Noon" }));
  await expect(rows).toHaveCount(4);
});

test("a visitor without script reports a problem, and a Super Admin resolves it", async ({
  browser,
  page,
}) => {
  const details = nameOfTry("Figures are not aligned in the list.");
  const context = await browser.newContext({ javaScriptEnabled: false });
  const plain = await context.newPage();
  await plain.goto("/marketplace/theme/ledger-green");
  await plain.getByRole("link", { name: "Report a problem" }).click();
  await plain.getByRole("radio", { name: "Doesn’t work as described" }).check();
  await plain.getByLabel("Details").fill(`${details}\nSeen in 1.0.0.`);
  await plain.getByRole("button", { name: "Send report" }).click();
  await expect(plain.getByRole("heading", { name: "Report sent" })).toBeVisible();
  await context.close();

  await signIn(page, "admin");
  await page.goto("/admin/moderation");
  await click(page.getByRole("link", { name: "Problem reports" }));
  const report = page.getByRole("listitem").filter({ hasText: details });
  await click(report.getByRole("button", { name: "Resolve" }));
  const dialog = page.getByRole("dialog", { name: "Resolve report about Ledger Green?" });
  await dialog.getByLabel("Note for moderators").fill("Told the publisher");
  await click(dialog.getByRole("button", { name: "Resolve report" }));
  await expect(report).toHaveCount(0);
  await click(page.getByRole("link", { name: "Resolved", exact: true }));
  await expect(report).toContainText("Told the publisher");
});
