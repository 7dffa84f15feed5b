import type { Page } from "@playwright/test";
import { click, expect, expectAccessible, expectInteractive, signIn, test } from "./fixtures.ts";

test("an app is renamed, archived, restored and, never built, deleted", async ({ page }) => {
  await signUp(page, "Beacon House");
  await page.goto("/builder/beacon-house/apps");
  await expect(page.getByText("No apps yet")).toBeVisible();
  await expectAccessible(page);
  await click(page.getByRole("button", { name: "New app" }).first());
  await page.getByLabel("Name").fill("Tide");
  await page.getByLabel("iOS").uncheck();
  await page.getByLabel("Android").uncheck();
  await page.getByRole("button", { name: "Create app" }).click();
  await expect(page.getByText("Must name at least one platform.")).toBeVisible();
  await page.getByLabel("iOS").check();
  await page.getByRole("button", { name: "Create app" }).click();
  await page.waitForURL(/\/apps\/[0-9a-f-]{36}$/);

  await pickFromMenu(page, "Edit");
  await page.getByLabel("Name").fill("Tide Clock");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Tide Clock" })).toBeVisible();

  await pickFromMenu(page, "Archive");
  await page.getByRole("button", { name: "Archive app" }).click();
  await expect(page.getByText(/no new ones can be queued/)).toBeVisible();
  await expect(page.getByRole("button", { name: "New build" })).toHaveCount(0);
  await expectAccessible(page);

  await page.goto("/builder/beacon-house/apps");
  await expect(page.getByText("Every app is archived")).toBeVisible();
  await click(page.getByRole("button", { name: "New app" }).first());
  await page.getByLabel("Name").fill("Tide");
  await page.getByRole("button", { name: "Create app" }).click();
  await expect(page.getByText("Belongs to “Tide Clock”, which is archived.")).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: "Archived (1)" }).click();
  await page.waitForURL(/state=archived/);
  await page.getByRole("link", { name: "Tide Clock" }).click();
  await click(page.getByRole("button", { name: "Restore" }));
  await expect(page.getByText("Tide Clock can be built again.")).toBeVisible();

  await pickFromMenu(page, "Delete");
  await page.getByRole("dialog").getByLabel(/Type/).fill("tide");
  await page.getByRole("button", { name: "Delete app" }).click();
  await page.waitForURL(/\/apps$/);
  await expect(page.getByText("No apps yet")).toBeVisible();
});

test("a viewer is offered nothing that the server would refuse", async ({ page }) => {
  await signIn(page, "viewer", "/builder/acme/apps");
  await expect(page.getByRole("link", { name: "Field Notes" })).toBeVisible();
  await expect(page.getByRole("button", { name: "New app" })).toHaveCount(0);
  await page.getByRole("link", { name: "Field Notes" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Field Notes" })).toBeVisible();
  await expect(page.getByRole("button", { name: /^More for/ })).toHaveCount(0);
});

async function signUp(page: Page, tenantName: string): Promise<void> {
  await page.goto("/sign-up");
  await expectInteractive(page.getByLabel("Email"));
  await page.getByLabel("Your name").fill("Ada");
  await page.getByLabel("Email").fill(`${tenantName.replace(" ", "-").toLowerCase()}@apps.test`);
  await page.getByLabel("Password", { exact: true }).fill("a few words to remember");
  await page.getByLabel("Name of the tenant").fill(tenantName);
  await page.getByRole("button", { name: "Sign up" }).click();
  await page.waitForURL(`**/builder/${tenantName.replace(" ", "-").toLowerCase()}`);
}

async function pickFromMenu(page: Page, item: string): Promise<void> {
  await click(page.getByRole("button", { name: /^More for/ }));
  await page.getByRole("menuitem", { name: item }).click();
}
