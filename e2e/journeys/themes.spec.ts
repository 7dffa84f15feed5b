import {
  click,
  expect,
  expectAccessible,
  expectInteractive,
  expectShortcuts,
  NORDIC_NIGHT,
  openAs,
  signIn,
  test,
} from "./fixtures.ts";

const EDITOR = `/builder/acme/themes/${NORDIC_NIGHT}/edit`;

test("a theme is edited beside the phone that shows it, with warnings, undo and a guard", async ({
  page,
}) => {
  await signIn(page, "developer", EDITOR);
  const light = page.getByRole("img", { name: "Nordic Night, light" });
  const dark = page.getByRole("img", { name: "Nordic Night, dark" });
  const accentOf = (phone: typeof light) =>
    phone.evaluate((element) => getComputedStyle(element).getPropertyValue("--t-accent"));
  const accent = page.getByRole("textbox", { name: "Accent, light" });
  await expectInteractive(accent);
  const saved = await accent.inputValue();
  await accent.fill("#7a1f3d");
  await expect.poll(() => accentOf(light)).toBe("#7a1f3d");
  await page.getByRole("textbox", { name: "Accent, dark" }).fill("#ffb3c7");
  await expect.poll(() => accentOf(dark)).toBe("#ffb3c7");
  await page.getByRole("radio", { name: "Drawer" }).check({ force: true });

  await page.getByRole("textbox", { name: "Muted text, light" }).fill("#aab4c0");
  await expect(page.getByText(/^Muted text on the background has a contrast of 1\.\d\d/)).toBeVisible();
  await expect(page.getByText(/2 warnings/)).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Control+z");
  await expect(page.getByText(/has a contrast of/)).toHaveCount(0);

  await page.getByRole("link", { name: "Listings" }).first().click();
  const guard = page.getByRole("dialog", { name: "Leave without saving?" });
  await guard.getByRole("button", { name: "Stay" }).click();
  await expect(page).toHaveURL(new RegExp(`${EDITOR}$`));
  await page.reload();
  await expect(page.getByText("These are your unsaved changes from before.")).toBeVisible();
  await expect(accent).toHaveValue("#7a1f3d");

  await page.keyboard.press("Control+s");
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  await page.reload();
  await expect(accent).toHaveValue("#7a1f3d");
  expect(saved).not.toBe("#7a1f3d");
});

test("a second editor is told who saved, and loses nothing", async ({ page, browser }) => {
  const owner = await openAs(browser, "owner", EDITOR);
  await signIn(page, "developer", EDITOR);
  for (const editor of [page, owner]) {
    await expectInteractive(editor.getByRole("textbox", { name: "Lines, light" }));
    await expect(editor.getByText("Saved", { exact: true })).toBeVisible();
  }
  await owner.getByRole("textbox", { name: "Lines, light" }).fill("#334455");
  await owner.keyboard.press("Control+s");
  await expect(owner.getByText("Saved", { exact: true })).toBeVisible();
  await page.getByRole("textbox", { name: "Cards, light" }).fill("#fdfdfd");
  await expect(page.getByText("Your changes are still here and not saved.")).toBeVisible({ timeout: 30_000 });
  await page.getByRole("button", { name: "Show what was saved" }).click();
  await expect(page.getByRole("textbox", { name: "Lines, light" })).toHaveValue("#334455");
  await page.keyboard.press("Control+z");
  await expect(page.getByRole("textbox", { name: "Cards, light" })).toHaveValue("#fdfdfd");
  await page.keyboard.press("Control+y");
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
});

test("the editor is used with the keyboard alone, and only looked at by a viewer", async ({
  page,
  browser,
}) => {
  await signIn(page, "developer", EDITOR);
  await expectShortcuts(page, "Theme editor");
  const size = page.getByRole("slider", { name: "Size of text" });
  await size.focus();
  const before = await size.inputValue();
  await page.keyboard.press("ArrowRight");
  await expect(size).not.toHaveValue(before);
  await page.keyboard.press("Control+z");
  await expect(size).toHaveValue(before);
  await page.keyboard.press("Control+Shift+z");
  await expect(size).not.toHaveValue(before);
  await page.keyboard.press("Control+z");
  await page.getByRole("heading", { level: 1 }).click();
  await page.keyboard.press("l");
  await expect(page.getByRole("img", { name: "Nordic Night, dark" })).toHaveCount(0);

  const viewer = await openAs(browser, "viewer", EDITOR);
  await expect(viewer.getByRole("textbox", { name: "Accent, light" })).toBeDisabled();
  await expect(viewer.getByRole("button", { name: "Save draft" })).toHaveCount(0);
});

test("a plugin is registered and a version of it submitted from the dashboard", async ({ page }) => {
  await signIn(page, "developer", "/builder/acme/plugins");
  await click(page.getByRole("button", { name: "New plugin" }).first());
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Tide Tables");
  await expect(dialog.getByLabel("Slug")).toHaveValue("tide-tables");
  await dialog.getByLabel("Description").fill("High and low water for every harbour.");
  await dialog.getByRole("button", { name: "Register plugin" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Tide Tables" })).toBeVisible();
  await page.getByRole("link", { name: "Submit a version" }).click();

  const submit = page.getByRole("button", { name: /^Submit .* for review$/ });
  await expectInteractive(submit);
  await page.getByRole("textbox", { name: "Version" }).fill("1.0");
  await submit.click();
  await expect(page.getByText(/Must be a semantic version/)).toBeVisible();
  await page.getByRole("button", { name: "1.0.0 the first" }).click();
  await page.getByRole("textbox", { name: "Changelog" }).fill("### New\n\n- **All** harbours of the coast");
  await page.getByRole("tab", { name: "Preview" }).click();
  await expect(page.getByRole("tabpanel").getByText("All", { exact: true })).toBeVisible();
  await expectAccessible(page);
  await submit.click();
  await page.waitForURL(/\/listings\/[0-9a-f-]{36}$/);
  await expect(page.getByText(/Waiting for a moderator/)).toBeVisible();
  await expect(page.getByText(/Half of all submissions are decided within/)).toBeVisible();

  await page.goto("/builder/acme/plugins");
  await page.getByRole("link", { name: /Tide Tables/ }).click();
  await click(page.getByRole("link", { name: "New version" }));
  await expectInteractive(submit);
  await page.getByRole("textbox", { name: "Version" }).fill("1.0.0");
  await submit.click();
  await expect(page.getByText(/a version number is used once\.$/)).toBeVisible();
});
