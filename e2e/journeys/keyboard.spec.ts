import { click, expect, expectShortcuts, FIELD_NOTES, signIn, test } from "./fixtures.ts";

test("a reviewer opens the oldest listing and rejects it with the keyboard alone", async ({ page }) => {
  await signIn(page, "admin", "/admin/moderation");
  await expectShortcuts(page, "In this list");
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
  }).toPass();
  await page.keyboard.press("Enter");
  await expect(reason).not.toHaveValue("");
  await page.getByLabel("Comment").focus();
  await page.keyboard.type("It stops at its first screen on a clean device.");
  await page.keyboard.press("Control+Enter");
  await page.waitForURL((url) => url.href !== reviewUrl);
  await page.goto(reviewUrl);
  await expect(page.getByText("It stops at its first screen on a clean device.").first()).toBeVisible();
});

test("a developer finds an app through the palette and a build through the list", async ({ page }) => {
  await signIn(page, "developer", "/builder/acme");
  await expectShortcuts(page, "Everywhere");
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox").fill("field notes");
  await expect(page.getByRole("option", { name: /Field Notes/ }).first()).toBeVisible();
  await page.keyboard.press("Enter");
  await page.waitForURL(`**/builder/acme/apps/${FIELD_NOTES}`);
  await expectShortcuts(page, "In this list");
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/builds\/[0-9a-f-]{36}$/);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
});

test("a filter of builds stands in the address and survives reload and back", async ({ page }) => {
  await signIn(page, "developer", `/builder/acme/apps/${FIELD_NOTES}`);
  const failed = page.getByRole("link", { name: /Failed/ }).or(page.getByRole("button", { name: /Failed/ }));
  await click(failed.first());
  await page.waitForURL(/status=FAILED/);
  await page.reload();
  const rows = page.getByRole("row").filter({ hasText: /Android|iOS/ });
  await expect(rows.first()).toContainText("Failed");
  await expect(rows.filter({ hasText: "Completed" })).toHaveCount(0);
  await page.goBack();
  await expect(page.getByRole("row").filter({ hasText: "Completed" }).first()).toBeVisible();
});
