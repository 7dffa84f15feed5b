import type { Page } from "@playwright/test";
import { click, expect, test } from "./fixtures.ts";

const namesOf = (page: Page) => page.getByRole("main").getByRole("heading", { level: 2 }).allInnerTexts();

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
  await expect.poll(() => namesOf(page)).toEqual(byName(latest));
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
  await click(page.getByRole("link", { name: "Latest", exact: true }));
  await expect(page).toHaveURL("/marketplace");
  await expect.poll(() => namesOf(page)).toEqual(latest);
});
