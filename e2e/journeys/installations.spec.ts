import { click, expect, expectAccessible, FIELD_NOTES, signIn, test } from "./fixtures.ts";

const KIOSK = "Kiosk Check-in";

test("a developer installs a plugin from its page in two clicks, and undoes an update and an uninstallation", async ({
  page,
}) => {
  await page.goto("/marketplace/app-plugin/barcode-scan");
  await page.getByRole("link", { name: "Sign in to install" }).click();
  await page.waitForURL(/\/sign-in\?callbackUrl=/);
  await signIn(page, "developer", "/marketplace/app-plugin/barcode-scan");
  await page.getByRole("link", { name: "Install", exact: true }).click();
  await page.waitForURL("**/builder/acme/install/app-plugin/barcode-scan");
  await expect(page.getByText("Read stored data")).toBeVisible();
  await click(page.getByRole("radio", { name: KIOSK }));
  await click(page.getByRole("button", { name: `Install in ${KIOSK}` }));
  await page.waitForURL(/\/plugins\/app-plugin\/barcode-scan$/);
  await expect(page.getByText(`Barcode Scan 2.0.0 installed in ${KIOSK}`)).toBeVisible();

  const dialog = page.getByRole("dialog", { name: "Uninstall Barcode Scan?" });
  const uninstall = async () => {
    await click(page.getByRole("button", { name: "Uninstall" }));
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Uninstall" }).click();
    await page.waitForURL(/\/plugins$/);
  };
  const row = page.getByRole("row", { name: /Barcode Scan/ });
  await uninstall();
  await page.getByRole("button", { name: "Undo" }).click();
  await click(row.getByRole("link", { name: "Barcode Scan" }));
  await uninstall();
  await expect(row).toHaveCount(0);

  const installed = `/builder/acme/apps/${FIELD_NOTES}/plugins/app-plugin/photo-annotate`;
  await page.goto(installed);
  await click(page.getByRole("button", { name: /update to 1\.1\.1$/i }));
  await expect(page.getByText("Photo Annotate 1.1.1 installed")).toBeVisible();
  await expect(page.getByRole("heading", { name: /^Update to/ })).toBeHidden();
  await page.getByRole("button", { name: "Undo" }).click();
  // With the update, its consent is undone.
  await expect(page.getByRole("button", { name: "Accept and update to 1.1.1" })).toBeVisible();
  await page.getByRole("link", { name: "Plugins & theme" }).click();
  await expect(page.getByRole("row", { name: /Photo Annotate/ })).toContainText("1.1.1 needs consent");
});

test("a viewer sees what is installed, and cannot change it", async ({ page }) => {
  await signIn(page, "viewer", `/builder/acme/apps/${FIELD_NOTES}/plugins/app-plugin/photo-annotate`);
  await expect(page.getByText("An owner or developer can install this version.")).toBeVisible();
  for (const name of [/update/i, /^Uninstall/, /^Install/]) {
    await expect(page.getByRole("main").getByRole("button", { name })).toHaveCount(0);
  }
  await page.goto("/builder/acme/install/app-plugin/barcode-scan");
  await expect(page.getByText("Viewers can’t install items.")).toBeVisible();
});
