import type { Locator, Page } from "@playwright/test";
import {
  click,
  expect,
  expectAccessible,
  expectFits,
  expectShortcuts,
  FIELD_NOTES,
  openAs,
  publishingToken,
  queueBuild,
  report,
  signIn,
  test,
  versionOfTry,
} from "./fixtures.ts";
import { ownSlug, register, reviewOf, submit } from "./submissions.ts";

test("a reviewer opens the oldest listing and rejects it with the keyboard alone", async ({ page }) => {
  await signIn(page, "admin", "/admin/moderation");
  await expectShortcuts(page, "List");
  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/admin\/moderation\/[0-9a-f-]{36}$/);
  const reviewUrl = page.url();
  await expectShortcuts(page, "Review");
  await page.keyboard.press("r");
  const reason = page.getByRole("combobox", { name: "Reason" });
  await expect(reason).toBeFocused();
  await expect(async () => {
    await page.keyboard.press("ArrowDown");
    await expect(page.locator('[role="option"][data-combobox-selected]')).toBeVisible({ timeout: 1_000 });
    await page.keyboard.press("Enter");
    await expect(reason).not.toHaveValue("", { timeout: 1_000 });
  }).toPass();
  const comment = page.getByLabel("Comment");
  await page.keyboard.press("Control+Enter");
  await expect(comment).toBeFocused();
  await page.keyboard.type("It stops at its first screen");

  // The keys of the page do nothing while the form is open, whatever has the focus.
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Cancel" })).toBeFocused();
  await page.keyboard.type("anjk");
  await page.getByRole("heading", { name: "Decision", exact: true }).click();
  await page.keyboard.type("anjk");
  await expect(comment).toHaveValue("It stops at its first screen");
  await expect(reason).not.toHaveValue("");
  expect(page.url()).toBe(reviewUrl);

  await comment.focus();
  await page.keyboard.press("End");
  await page.keyboard.type(" on a clean device.");
  await page.keyboard.press("Control+Enter");
  await page.waitForURL((url) => url.href !== reviewUrl);
  await page.goto(reviewUrl);
  await expect(page.getByText("It stops at its first screen on a clean device.").first()).toBeVisible();
});

test("a whole review by keyboard alone: queue, files, decision, next", async ({ page, browser }) => {
  const token = await publishingToken(page);
  const plugin = await register(page, token, ownSlug("trail-keys"), "SYSTEM_PLUGIN");
  const files = [{ path: "src/keys.js", content: "export const keys = true;\n" }];
  const id = await submit(page, plugin, { version: "1.0.0", files });
  const admin = await openAs(browser, "admin", "/admin/moderation?only=free&type=system-plugin");
  await expectShortcuts(admin, "List");
  const row = admin.locator(`[data-row-key="${id}"]`);
  await expect(row).toBeVisible();
  for (let step = 0; step < 25 && (await row.getAttribute("data-active")) === null; step++) {
    await admin.keyboard.press("j");
  }
  await expect(row).toHaveAttribute("data-active", "true");
  const box = row.locator(":scope > :first-child").getByRole("checkbox");
  await admin.keyboard.press("x");
  await expect(box).toBeChecked();
  // The check is drawn over the box, which must not be raised above it.
  await expect(box).toHaveCSS("z-index", "auto");
  await box.focus();
  await admin.keyboard.press("x");
  await expect(box).not.toBeChecked();
  await admin.keyboard.press("Enter");
  await admin.waitForURL(`**${reviewOf(id)}`);

  await expectShortcuts(admin, "Files");
  const active = admin.getByRole("list", { name: "Files" }).locator("[data-active]");
  await admin.keyboard.press("j");
  await admin.keyboard.press("j");
  await expect(active).toContainText("keys.js");
  await admin.keyboard.press("Enter");
  await expect(admin).toHaveURL(/file=src%2Fkeys\.js/);
  await expect(admin.getByText("export const keys = true;")).toBeVisible();

  await admin.keyboard.press("a");
  await expect(admin.getByLabel("Comment")).toBeFocused();
  await admin.keyboard.type("Small and clear.");
  await admin.keyboard.press("Control+Enter");
  await admin.waitForURL((url) => !url.pathname.endsWith(id));
  await admin.goto(reviewOf(id));
  await expect(admin.getByText("Small and clear.")).toBeVisible();
  await expectShortcuts(admin, "Review");
  await admin.keyboard.press("n");
  await admin.waitForURL((url) => !url.pathname.endsWith(id));
  await admin.context().close();
});

test("a developer finds an app through the palette and a build through the list", async ({ page }) => {
  await signIn(page, "developer", "/builder/acme");
  await expectShortcuts(page, "Everywhere");
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox").fill("field notes");
  await expect(page.getByRole("option", { name: /Field Notes/ }).first()).toBeVisible();
  await page.keyboard.press("Enter");
  await page.waitForURL(`**/builder/acme/apps/${FIELD_NOTES}`);
  await expectShortcuts(page, "List");
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/builds\/[0-9a-f-]{36}$/);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
});

test("the palette finds builds of all time, and runs commands", async ({ page }) => {
  const version = versionOfTry("9.7.31");
  const link = await queueBuild(page, version);
  const buildId = ((await link.getAttribute("href")) ?? "").split("/").at(-1) ?? "";
  await report(new URL(page.url()).origin, { buildId, status: "FAILED", errorLog: "no disk" });
  const palette = await openPalette(page);
  await expectAccessible(page);
  await palette.fill("field notes #3");
  await expect(page.getByRole("option", { name: /^Field Notes #3\b/ }).first()).toBeVisible();
  await palette.fill("jonas");
  await expect(page.getByRole("group", { name: "Members" }).getByRole("option")).toHaveCount(1);
  await palette.fill("no such thing");
  await expect(page.getByText("No results for “no such thing”")).toBeVisible();
  await expectAccessible(page);

  await palette.fill("retry");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Leave Retry build" })).toBeVisible();
  await page.keyboard.type(version);
  await expect(page.getByRole("option")).toHaveCount(1);
  await expect(page.getByRole("option", { name: version })).toBeVisible();
  await page.keyboard.press("Enter");
  await page.waitForURL(
    (url) => /\/builds\/[0-9a-f-]{36}$/.test(url.pathname) && !url.href.includes(buildId),
  );

  await openPalette(page);
  await page.keyboard.type("new build");
  await page.keyboard.press("Enter");
  await page.keyboard.type("field");
  await expect(page.getByRole("option")).toHaveCount(1);
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "New build of Field Notes" });
  await expect(dialog.getByLabel("Version")).toBeFocused();
  await dialog.getByLabel("Git ref").focus();
  await page.keyboard.press("Enter");
  await expect(dialog.getByText("Enter a version")).toBeVisible();
  await expect(dialog.getByLabel("Version")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();

  await openPalette(page);
  await page.keyboard.type("dark");
  await page.keyboard.press("Enter");
  await expect(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", "dark");
  await openPalette(page);
  await expectAccessible(page);
});

test("the palette says that a search failed, and fits a small screen", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await signIn(page, "developer", "/builder/acme");
  await expectShortcuts(page, "Everywhere");
  await page.route("**/api/trpc/*search.tenant*", (route) => route.abort());
  const palette = await openPalette(page);
  await palette.fill("overview");
  await expect(page.getByRole("dialog").getByRole("alert")).toContainText("Search failed");
  await expect(page.getByRole("option", { name: "Overview" })).toBeVisible();
  await expectAccessible(page);
  await expectFits(page);
  await page.unroute("**/api/trpc/*search.tenant*");
  await palette.fill("field notes");
  await expect(page.getByRole("group", { name: "Apps" }).getByRole("option")).not.toHaveCount(0);
  await expect(page.getByRole("dialog").getByRole("alert")).toBeHidden();
  await expectFits(page);
  await palette.fill("sign out");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/sign-in");
});

test("the palette of a Super Admin finds workspaces, users and builds of all", async ({ page }) => {
  await signIn(page, "admin", "/admin");
  await expectShortcuts(page, "Everywhere");
  const palette = await openPalette(page);
  await palette.fill("dev@acme.test");
  await expect(page.getByRole("group", { name: "Users" }).getByRole("option")).toHaveCount(1);
  await palette.fill("acme");
  await expect(page.getByRole("group", { name: "Workspaces" }).getByRole("option").first()).toBeVisible();
  await palette.fill("field notes 3");
  await expect(page.getByRole("option", { name: /^Field Notes #3\b/ }).first()).toBeVisible();
  await expectAccessible(page);
  await palette.fill("invoice");
  await expect(page.getByRole("group", { name: "Billing events" }).getByRole("option").first()).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
});

/** Opens the palette by its keys, once they work. @returns its field */
async function openPalette(page: Page): Promise<Locator> {
  const field = page.getByRole("combobox", { name: "Search" });
  await expect(async () => {
    await page.keyboard.press("Control+k");
    await expect(field).toBeFocused({ timeout: 1_000 });
  }).toPass({ timeout: 30_000 });
  return field;
}

test("a filter of builds stands in the address and survives reload and back", async ({ page }) => {
  await signIn(page, "developer", `/builder/acme/apps/${FIELD_NOTES}`);
  const failed = page.getByRole("link", { name: /Failed/ }).or(page.getByRole("button", { name: /Failed/ }));
  await click(failed.first());
  await page.waitForURL(/status=FAILED/);
  await page.reload();
  const rows = page.getByRole("row").filter({ hasText: /Android|iOS/ });
  await expect(rows.first()).toContainText("Failed");
  await expect(rows.filter({ hasText: "Completed" })).toHaveCount(0);

  // On a phone the filters are behind a disclosure, which says how many are active.
  const size = page.viewportSize() ?? { width: 1280, height: 720 };
  await page.setViewportSize({ width: 320, height: 640 });
  await expect(failed.first()).toBeHidden();
  const filters = page.locator("summary").filter({ hasText: "Filters" });
  await expect(filters).toHaveText("Filters1 active");
  await filters.click();
  await expect(failed.first()).toBeVisible();
  await page.setViewportSize(size);

  await page.goBack();
  await expect(page.getByRole("row").filter({ hasText: "Completed" }).first()).toBeVisible();
});

test("conditions of the builds of all apps are added and removed by keyboard", async ({ page }) => {
  await signIn(page, "developer", "/builder/acme/builds");
  await expectShortcuts(page, "List");
  const filter = page.getByRole("button", { name: "Filter", exact: true });
  const field = page.getByRole("combobox", { name: "Filter" });
  const conditions = page.getByRole("list", { name: "Active filters" }).getByRole("listitem");
  await page.keyboard.press("f");
  await expect(field).toBeFocused();
  await field.fill("field notes");
  await page.keyboard.press("Enter");
  await page.waitForURL(/app=/);
  await expect(conditions).toHaveText(["App is Field Notes"]);
  await expect(filter).toBeFocused();

  // First the field, then its value. Backspace returns to the fields.
  await page.setViewportSize({ width: 320, height: 640 });
  await page.keyboard.press("Enter");
  await expect(field).toBeFocused();
  await page.keyboard.type("platform");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("combobox", { name: "Platform" })).toBeFocused();
  await page.keyboard.press("Backspace");
  await expect(field).toBeFocused();
  await page.keyboard.type("status");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("combobox", { name: "Status" })).toBeFocused();
  await expectAccessible(page);
  await expectFits(page);
  await page.keyboard.type("failed");
  await page.keyboard.press("Enter");
  await page.waitForURL(/status=FAILED/);
  await expect(conditions).toHaveText(["App is Field Notes", "Status is Failed"]);
  await expectFits(page);

  await page.reload();
  await page.getByRole("link", { name: "Remove filter App is Field Notes" }).press("Enter");
  await page.waitForURL((url) => !url.searchParams.has("app") && url.searchParams.get("status") === "FAILED");
  await expect(conditions).toHaveText(["Status is Failed"]);
  await expect(filter).toBeFocused();
  await page.goBack();
  await expect(conditions).toHaveText(["App is Field Notes", "Status is Failed"]);
});
