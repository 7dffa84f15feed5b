import { randomInt } from "node:crypto";
import {
  click,
  expect,
  expectAccessible,
  expectInteractive,
  expectShortcuts,
  NORDIC_NIGHT,
  nameOfTry,
  openAs,
  signIn,
  test,
} from "./fixtures.ts";

/** A color that the theme has hardly from another try, which would leave nothing to save. */
const ownColor = (start: string): string => start + randomInt(0x20, 0xff).toString(16);

const EDITOR = `/builder/acme/themes/${NORDIC_NIGHT}/edit`;

test("a theme is edited beside the phone that shows it, with warnings, undo and a guard", async ({
  page,
}) => {
  await signIn(page, "developer", EDITOR);
  const light = page.getByRole("img", { name: "Nordic Night, light" });
  const dark = page.getByRole("img", { name: "Nordic Night, dark" });
  const accentOf = (phone: typeof light) =>
    phone.evaluate((element) => getComputedStyle(element).getPropertyValue("--t-accent"));
  const accent = page.getByRole("textbox", { name: "Accent, light", exact: true });
  await expectInteractive(accent);
  const chosen = ownColor("#7a1f");
  await accent.fill(chosen);
  await expect.poll(() => accentOf(light)).toBe(chosen);
  await page.getByRole("textbox", { name: "Accent, dark", exact: true }).fill("#ffb3c7");
  await expect.poll(() => accentOf(dark)).toBe("#ffb3c7");
  await page.getByRole("radio", { name: "Drawer" }).check({ force: true });

  await page.getByRole("textbox", { name: "Muted text, light", exact: true }).fill("#aab4c0");
  await expect(page.getByText(/^Muted text on the background has a contrast of 1\.\d\d/)).toBeVisible();
  await expect(page.getByText("2 warnings. Visible to moderators.")).toBeVisible();
  // The phone shows what the editor warns of.
  await expectAccessible(page, ['[aria-label="Nordic Night, light"]']);
  await page.keyboard.press("Control+z");
  await expect(page.getByText(/has a contrast of/)).toHaveCount(0);

  await page.getByRole("link", { name: "Listings" }).first().click();
  const guard = page.getByRole("dialog", { name: "Leave without saving?" });
  await guard.getByRole("button", { name: "Stay" }).click();
  await expect(page).toHaveURL(new RegExp(`${EDITOR}$`));
  await page.reload();
  await expect(page.getByText("Restored your unsaved changes.")).toBeVisible();
  await expect(accent).toHaveValue(chosen);

  await page.keyboard.press("Control+s");
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  await page.reload();
  await expect(accent).toHaveValue(chosen);
});

test("a second editor is told who saved, and loses nothing", async ({ page, browser }) => {
  const [border, card] = [ownColor("#3344"), ownColor("#fdfd")];
  const owner = await openAs(browser, "owner", EDITOR);
  await signIn(page, "developer", EDITOR);
  for (const editor of [page, owner]) {
    await expectInteractive(editor.getByRole("textbox", { name: "Borders, light", exact: true }));
    await expect(editor.getByText("Saved", { exact: true })).toBeVisible();
  }
  await owner.getByRole("textbox", { name: "Borders, light", exact: true }).fill(border);
  await owner.keyboard.press("Control+s");
  await expect(owner.getByText("Saved", { exact: true })).toBeVisible();
  await page.getByRole("textbox", { name: "Cards, light", exact: true }).fill(card);
  await expect(page.getByText("Your changes are unsaved.")).toBeVisible({ timeout: 30_000 });
  await page.getByRole("button", { name: "Discard mine" }).click();
  await expect(page.getByRole("textbox", { name: "Borders, light", exact: true })).toHaveValue(border);
  await page.keyboard.press("Control+z");
  await expect(page.getByRole("textbox", { name: "Cards, light", exact: true })).toHaveValue(card);
  await page.keyboard.press("Control+y");
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
});

test("the editor is used with the keyboard alone, and only looked at by a viewer", async ({
  page,
  browser,
}) => {
  await signIn(page, "developer", EDITOR);
  await expectShortcuts(page, "Theme editor");
  const size = page.getByRole("slider", { name: "Text size" });
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
  await expect(viewer.getByRole("textbox", { name: "Accent, light", exact: true })).toBeDisabled();
  await expect(viewer.getByRole("button", { name: "Save draft" })).toHaveCount(0);
});

test("a plugin is registered and a version of it submitted from the dashboard", async ({ page }) => {
  await signIn(page, "developer", "/builder/acme/plugins");
  await click(page.getByRole("button", { name: "New plugin" }).first());
  const dialog = page.getByRole("dialog");
  const name = nameOfTry("Tide Tables");
  await dialog.getByLabel("Name").fill(name);
  await expect(dialog.getByLabel("Slug")).toHaveValue(name.toLowerCase().replaceAll(" ", "-"));
  await dialog.getByLabel("Description").fill("High and low water for every harbour.");
  await dialog.getByRole("button", { name: "Register plugin" }).click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  await page.getByRole("link", { name: "Submit version" }).click();

  const submit = page.getByRole("button", { name: /^Submit .* for review$/ });
  await expectInteractive(submit);
  await page.getByRole("textbox", { name: "Version" }).fill("1.0");
  await submit.click();
  await expect(page.getByText("Enter a version such as 1.4.0 or 2.0.0-beta.1")).toBeVisible();
  await page.getByRole("button", { name: "1.0.0 first release" }).click();
  await page.getByRole("textbox", { name: "Changelog" }).fill("### New\n\n- **All** harbours of the coast");
  await page.getByRole("tab", { name: "Preview" }).click();
  await expect(page.getByRole("tabpanel").getByText("All", { exact: true })).toBeVisible();
  await expectAccessible(page);
  await submit.click();
  const question = page.getByRole("dialog", { name: "Submit 1.0.0 without an archive?" });
  await question.getByRole("button", { name: "Submit anyway" }).click();
  await page.waitForURL(/\/listings\/[0-9a-f-]{36}$/);
  await expect(page.getByText("Pending approval", { exact: true })).toBeVisible();
  await expect(page.getByText(/Typical time to decision/)).toBeVisible();

  await page.goto("/builder/acme/plugins");
  await page.getByRole("link", { name: new RegExp(name) }).click();
  await click(page.getByRole("link", { name: "New version" }));
  await expectInteractive(submit);
  await page.getByRole("textbox", { name: "Version" }).fill("1.0.0");
  await submit.click();
  await page.getByRole("button", { name: "Submit anyway" }).click();
  await expect(page.getByText(/Each version number can be used once\.$/)).toBeVisible();
});

test("an image of a theme is uploaded, described and shown, and a hostile one refused", async ({ page }) => {
  await signIn(page, "developer", `/builder/acme/themes/${NORDIC_NIGHT}`);
  const picker = page.getByLabel(/Add image/);
  await expectInteractive(picker);
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
  await picker.setInputFiles({ name: "trap.png", mimeType: "image/png", buffer: svg });
  await page.getByLabel("Alternative text").fill("A trap");
  await page.getByRole("button", { name: "Upload" }).click();
  await expect(page.getByText("It must be a PNG, JPEG or WebP image.")).toBeVisible();
  const screenshot = await page.screenshot();
  await page
    .locator("input[type=file]")
    .setInputFiles({ name: "real.png", mimeType: "image/png", buffer: screenshot });
  const altText = nameOfTry("The list of notes by night");
  await page.getByLabel("Alternative text").fill(altText);
  await page.getByRole("button", { name: "Upload" }).click();
  const image = page.getByRole("img", { name: altText });
  await expect(image).toBeVisible();
  await expect
    .poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth))
    .toBeGreaterThan(0);
  await expectAccessible(page);

  const src = (await image.getAttribute("src")) ?? "";
  const served = await page.request.get(src);
  expect(served.headers()).toMatchObject({
    "content-type": "image/webp",
    "x-content-type-options": "nosniff",
    "cache-control": "private, max-age=31536000, immutable",
  });
  const path = `/api/uploads/acme/themes/${NORDIC_NIGHT}/previews?altText=x`;
  for (const origin of ["https://evil.example", undefined]) {
    const headers = { "Content-Type": "image/png", ...(origin && { Origin: origin }) };
    const foreign = await page.request.post(path, { headers, data: screenshot });
    expect(foreign.status()).toBe(403);
  }
  await page.context().clearCookies();
  expect((await page.request.get(src)).status()).toBe(404);
});

test("the marketplace shows a theme's look and what changed since the version one has", async ({ page }) => {
  await page.goto("/marketplace?type=theme");
  await page.getByRole("link", { name: "Paper Trail" }).click();
  await expect(page.getByRole("img", { name: "Paper Trail, dark" })).toBeVisible();
  await page.getByLabel("Your version").selectOption("1.0.0");
  await page.getByRole("button", { name: "Show changes up to 1.1.0" }).click();
  await expect(page).toHaveURL(/from=1\.0\.0/);
  await expect(page.getByText("Larger line height in long texts").first()).toBeVisible();
  await expectAccessible(page);
});
