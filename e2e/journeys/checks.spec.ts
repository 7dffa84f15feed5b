import { ACME, click, expect, expectAccessible, openAs, publishingToken, test } from "./fixtures.ts";
import { ownSlug, register, reviewOf, submit } from "./submissions.ts";

const LEVELS = "src/levels.js";
const HOSTILE = '<img src=x onerror="document.title=1">';
const CODE = "export const high = 4;\n";

test("a reviewer finds an added permission at once, the publisher reads why, and the fix is seen", async ({
  page,
  browser,
}) => {
  const token = await publishingToken(page);
  const plugin = await register(page, token, ownSlug("tide-watch"));
  const submitWith = (version: string, permissions: string[], content: string) =>
    submit(page, plugin, {
      version,
      permissions,
      changelog: `What is new in ${version}.`,
      files: [{ path: LEVELS, content }],
    });

  const admin = await openAs(browser, "admin", "/admin");
  const checks = admin.locator("section", {
    has: admin.getByRole("heading", { level: 2, name: "Automated checks" }),
  });
  const first = await submitWith("1.0.0", ["ui.screens"], CODE);
  await admin.goto(reviewOf(first));
  await expect(admin.getByText("All rules passed.")).toBeVisible({ timeout: 30_000 });
  await click(admin.getByRole("button", { name: /^Approve/ }));
  await admin.getByRole("button", { name: "Approve 1.0.0" }).click();
  await admin.waitForURL((url) => !url.pathname.endsWith(first));

  const hostile = `${CODE}export const low = eval(${JSON.stringify(HOSTILE)});\n`;
  const second = await submitWith("1.1.0", ["ui.screens", "contacts.read"], hostile);
  await admin.goto(reviewOf(second));
  await expect(checks.getByRole("heading", { level: 3, name: "New permission" })).toBeVisible({
    timeout: 30_000,
  });
  await expect(checks.getByText("requests contacts.read, which the approved version does not")).toBeVisible();
  await expect(checks.locator("img")).toHaveCount(0);
  await click(checks.getByRole("link", { name: `${LEVELS}:2` }));
  await expect(admin).toHaveURL(/file=src%2Flevels\.js&line=2/);
  const text = admin.getByRole("region", { name: `Changes in ${LEVELS}` });
  await expect(text).toBeFocused();
  await expect(text.locator("[aria-current]")).toContainText("eval(");
  await expect(text.locator("[aria-current]")).toBeInViewport();
  await admin.keyboard.press(".");
  await expect(admin.getByRole("heading", { name: "plugin.json" })).toBeVisible();
  await expect(admin.getByRole("region", { name: /plugin\.json$/ }).locator("[aria-current]")).toBeVisible();
  await expectAccessible(admin);
  await click(admin.getByRole("button", { name: /^Approve…/ }));
  const acceptance = admin.getByRole("checkbox", { name: "Accept 1 High finding" });
  await expect(acceptance).toBeFocused();
  await admin.getByRole("button", { name: "Approve 1.1.0" }).click();
  await expect(admin.getByText("Accept to approve")).toBeVisible();
  await expectAccessible(admin);
  await admin.getByRole("button", { name: "Cancel" }).click();
  await click(admin.getByRole("button", { name: /^Reject…/ }));
  const reason = admin.getByRole("combobox", { name: "Reason" });
  await expect(reason).toHaveValue("Excessive permissions");
  await admin.keyboard.type("does not");
  await admin.getByRole("option", { name: "Does not work" }).click();
  await expect(reason).toHaveValue("Does not work");
  await admin.getByLabel("Comment").fill("Why does it read contacts?");
  await admin.getByRole("button", { name: "Reject 1.1.0" }).click();
  await admin.waitForURL((url) => !url.pathname.endsWith(second));

  await page.goto(`/builder/acme/listings/${second}`);
  await expect(page.getByText("Why does it read contacts?")).toBeVisible();
  await expect(page.getByRole("heading", { level: 3, name: "New permission" })).toBeVisible();
  await expect(page.getByText(/Remove the permission, or explain in the changelog/)).toBeVisible();
  await expectAccessible(page);

  const third = await submitWith("1.2.0", ["ui.screens"], CODE);
  await admin.goto(reviewOf(third));
  await expect(checks.getByText("2 fixed, 0 remaining, 0 new")).toBeVisible({ timeout: 30_000 });
  await click(checks.getByText("Fixed since 1.1.0"));
  await expect(checks.getByText("requests contacts.read", { exact: false })).toBeVisible();
  await admin.emulateMedia({ colorScheme: "dark" });
  await admin.setViewportSize({ width: 320, height: 800 });
  await expectAccessible(admin);

  const headers = { Authorization: `Bearer ${token}`, "X-Tenant-Id": ACME };
  const told = await page.request.get(`/api/marketplace/listings/${third}/checks`, { headers });
  expect(await told.json()).toMatchObject({
    state: "DONE",
    findings: [],
    previous: { version: "1.1.0", still: 0, added: 0, fixed: [{ rule: "new-permission" }, {}] },
  });
  await admin.context().close();
});
