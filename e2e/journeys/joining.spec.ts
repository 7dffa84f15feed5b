import { click, expect, expectAccessible, expectInteractive, openAs, signIn, test } from "./fixtures.ts";

const PASSWORD = "a few words to remember";

test("a new person signs up, gets a tenant, and changes its name", async ({ page }) => {
  await page.goto("/sign-in");
  await click(page.getByRole("link", { name: "Create account" }));
  await page.waitForURL("**/sign-up");
  await expectInteractive(page.getByLabel("Email"));
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByText("Enter a workspace name")).toBeVisible();
  await expect(page.getByLabel("Name", { exact: true })).toBeFocused();
  await page.getByLabel("Name", { exact: true }).fill("Ada");
  await page.getByLabel("Email").fill("ada@journeys.test");
  await page.getByLabel("Password", { exact: true }).fill("short");
  await page.getByLabel("Workspace name").fill("Ada & Sons");
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByText("Must be at least 10 characters long.")).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Create account" }).click();
  await page.waitForURL("**/builder/ada-sons");
  await expect(page.getByText("Ada & Sons is ready")).toBeVisible();
  await page.goto("/builder/ada-sons/settings/general");
  await expectInteractive(page.getByLabel("Name"));
  await page.getByLabel("Name").fill("Ada and Daughters");
  await page.getByRole("button", { name: "Rename" }).click();
  await expect(page.getByText("Workspace renamed to Ada and Daughters")).toBeVisible();
});

test("a new person joins by an invitation that works once, and loses the workspace when removed", async ({
  page,
  browser,
}) => {
  const owner = await openAs(browser, "owner", "/builder/acme/settings/members");
  await click(owner.getByRole("button", { name: "Invite member" }).first());
  await owner.getByRole("dialog").getByLabel("Name").fill("Grace");
  await owner.getByRole("button", { name: "Create link" }).click();
  const link = (await owner.getByText(/\/invite\//).textContent())?.trim() ?? "";
  await owner.getByRole("button", { name: "Done" }).click();

  await page.goto(link);
  await expectInteractive(page.getByLabel("Email"));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Join Acme Studio");
  await expectAccessible(page);
  await expect(page.getByLabel("Name")).toHaveValue("Grace");
  await page.getByLabel("Email").fill("grace@journeys.test");
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Join Acme Studio" }).click();
  await page.waitForURL("**/builder/acme");
  await expect(page.getByRole("heading", { level: 1, name: "Overview" })).toBeVisible();

  const latecomer = await (await browser.newContext()).newPage();
  await latecomer.goto(link);
  await expect(latecomer.getByText("Invitation already used")).toBeVisible();

  await owner.reload();
  await expect(owner.getByRole("row", { name: /Grace/ }).first()).toContainText("grace@journeys.test");
  await click(owner.getByRole("button", { name: "Remove Grace" }));
  await owner.getByRole("button", { name: "Remove member" }).click();
  await expect(owner.getByText("Grace removed")).toBeVisible();
  expect((await page.goto("/builder/acme"))?.status()).toBe(404);
});

test("a signed-in user joins with one click", async ({ page, browser }) => {
  const owner = await openAs(browser, "owner", "/builder/acme/settings/members");
  await click(owner.getByRole("button", { name: "Invite member" }).first());
  await owner.getByRole("dialog").getByLabel("Name").fill("Sam");
  await owner.getByRole("radio", { name: "Viewer" }).check();
  await owner.getByRole("button", { name: "Create link" }).click();
  const link = new URL((await owner.getByText(/\/invite\//).textContent())?.trim() ?? "");
  await signIn(page, "stranger", link.pathname);
  await click(page.getByRole("button", { name: "Join Acme Studio" }));
  await page.waitForURL("**/builder/acme");
  await page.goto("/builder/acme/settings/general");
  await click(page.getByRole("button", { name: "Leave workspace" }));
  await page.getByRole("dialog").getByLabel(/Type/).fill("acme");
  await page.getByRole("dialog").getByRole("button", { name: "Leave workspace" }).click();
  await page.waitForURL("**/builder/globex");
});
