import { readFile } from "node:fs/promises";
import {
  click,
  expect,
  expectAccessible,
  expectFits,
  expectInteractive,
  openAs,
  signIn,
  test,
} from "./fixtures.ts";

test("an admin narrows the audit log down, reads a change and exports it", async ({ page }) => {
  await signIn(page, "admin", "/admin/audit");
  const tenant = page.getByLabel("Workspace");
  await expectInteractive(tenant);
  await tenant.fill("acme");
  await page.getByRole("combobox", { name: "Action" }).click();
  await page.getByRole("option", { name: "Approved a listing" }).click();
  await expect(page).toHaveURL(/action=listing\.approve/);
  await expect(page).toHaveURL(/tenant=acme/);
  const rows = page.getByRole("row", { name: /Approved (?!a listing)/ });
  await expect(rows.first()).toContainText("status from Pending approval to Approved");
  await page.getByRole("combobox", { name: "Actor type" }).click();
  await page.getByRole("option", { name: "Machines" }).click();
  await expect(page.getByText("No matching entries")).toBeVisible();
  await page.goBack();

  const download = page.waitForEvent("download");
  await click(page.getByRole("link", { name: "Export JSONL" }));
  const file = await (await download).path();
  const lines = (await readFile(file, "utf8")).trimEnd().split("\n");
  const entries = lines.map((line) => JSON.parse(line) as { action: string; tenant: { slug: string } });
  expect(entries.length).toBeGreaterThan(0);
  for (const entry of entries) {
    expect(entry).toMatchObject({ action: "listing.approve", tenant: { slug: "acme" } });
  }

  await rows.first().getByRole("link").click();
  await expect(page.getByRole("heading", { level: 1, name: "Approved a listing" })).toBeVisible();
  await expect(page.getByRole("row", { name: /Status Pending approval Approved/ })).toBeVisible();
  await expect(page.getByText("Before", { exact: true }).filter({ visible: true })).toHaveCount(1);
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: "dark" });
  await page.setViewportSize({ width: 320, height: 800 });
  const status = page.locator("tr").filter({ hasText: "Pending approval" }).first();
  for (const side of ["Before", "After"]) await expect(status.getByText(side, { exact: true })).toBeVisible();
  await expectFits(page);
  await expectAccessible(page);
});

test("an owner finds a change in the workspace's activity and exports it", async ({ page, browser }) => {
  await signIn(page, "owner", "/builder/acme/settings/activity");
  const action = page.getByLabel("Action");
  await expectInteractive(action);
  await action.selectOption({ label: "Approved a listing" });
  await expect(page).toHaveURL(/action=listing\.approve/);
  const rows = page.getByRole("row", { name: /Approved / });
  await expect(rows.first()).toContainText("Drydock");
  await click(rows.first().getByRole("link"));
  await expect(page.getByRole("heading", { level: 1, name: "Approved a listing" })).toBeVisible();
  await expect(page.getByRole("row", { name: /^Status/ })).toContainText("Approved");
  await page.goBack();
  const download = page.waitForEvent("download");
  await click(page.getByRole("link", { name: "Export JSONL" }));
  const lines = (await readFile(await (await download).path(), "utf8")).trimEnd().split("\n");
  for (const line of lines) expect(line).toContain('"name":"Drydock"');
  const developer = await openAs(browser, "developer");
  expect((await developer.request.get("/builder/acme/settings/activity")).status()).toBe(404);
  expect((await developer.request.get("/api/exports/activity?tenant=acme&format=csv")).status()).toBe(403);
});

test("only a Super Admin can open the audit log", async ({ page, request }) => {
  const path = "/api/exports/audit?format=csv";
  expect((await request.get(path)).status()).toBe(401);
  await signIn(page, "owner");
  expect((await page.request.get(path)).status()).toBe(403);
  expect((await page.request.get("/admin/audit")).status()).toBe(404);
});
