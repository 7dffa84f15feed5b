import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { startProgram } from "../process/program.ts";
import { E2E_BUILD_SECRET } from "../support/secrets.ts";
import {
  click,
  expect,
  expectAccessible,
  expectInteractive,
  nameOfTry,
  signIn,
  signUp,
  test,
} from "./fixtures.ts";

test("a new user creates an app and watches a worker finish its first build, all by keyboard", async ({
  page,
  baseURL,
}) => {
  const tenantName = nameOfTry("Lantern Works");
  await signUp(page, tenantName);
  await expect(page.getByRole("heading", { name: `${tenantName} is ready` })).toBeVisible();
  await expect(page.getByText("First steps")).toBeVisible();
  await expect(page.getByText("Last 30 days")).toBeHidden();
  await expectAccessible(page);
  await press(page, "New app");
  const dialog = page.getByRole("dialog", { name: "New app" });
  await expect(dialog.getByLabel("Name")).toBeFocused();
  await page.keyboard.type("Harbour Log");
  await expect(dialog.getByLabel("Slug")).toHaveValue("harbour-log");
  await expectAccessible(page);
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/apps\/[0-9a-f-]{36}$/);
  await expect(page.getByText("Queue a build here or through the API.")).toBeVisible();
  await expectAccessible(page);

  await openTab(page, "Harbour Log", "Variables");
  await press(page, "New variable");
  const form = page.getByRole("dialog", { name: "New variable" });
  await expect(form.getByLabel("Name")).toBeFocused();
  await page.keyboard.type("SIGNING_KEY");
  await page.keyboard.press("Tab");
  await page.keyboard.type("a-key-of-the-journey");
  await expectAccessible(page);
  await form.getByRole("button", { name: "Save" }).press("Enter");
  await expect(page.getByRole("row", { name: /SIGNING_KEY Secret/ })).toBeVisible();
  await openTab(page, "Harbour Log", "Builds");

  await press(page, "New build");
  await expect(page.getByLabel("Version")).toBeFocused();
  await page.keyboard.type("1.0.0");
  await page.keyboard.press("Enter");
  const build = page.getByRole("link", { name: "Build #1" });
  await expect(build).toBeVisible();
  await build.focus();
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/builds\/[0-9a-f-]{36}$/);
  await expect(page.getByText("Queued").first()).toBeVisible();

  const stopWorker = startWorker(baseURL ?? "");
  try {
    await expect(page.getByText("Packaging version 1.0.0")).toBeVisible({ timeout: 90_000 });
    await expect(page.getByText("Signing with ***")).toBeVisible();
    await expect(page.getByText("Completed").first()).toBeVisible({ timeout: 30_000 });
  } finally {
    await stopWorker();
  }
  const download = page.getByRole("link", { name: /Download/ }).first();
  const artifact = await page.request.get((await download.getAttribute("href")) ?? "");
  expect(artifact.status()).toBe(200);
  expect((await artifact.body()).subarray(0, 2)).toEqual(Buffer.from([0x1f, 0x8b]));
});

test("an app is renamed, archived, restored and deleted", async ({ page }) => {
  const { home } = await signUp(page, nameOfTry("Beacon House"));
  await page.goto(`${home}/apps`);
  await expect(page.getByText("No apps yet")).toBeVisible();
  await expectAccessible(page);
  await click(page.getByRole("button", { name: "New app" }).first());
  await page.getByLabel("Name").fill("Tide");
  await page.getByLabel("iOS").uncheck();
  await page.getByLabel("Android").uncheck();
  await page.getByRole("button", { name: "Create app" }).click();
  await expect(page.getByText("Must contain at least one platform.")).toBeVisible();
  await page.getByLabel("iOS").check();
  await page.getByRole("button", { name: "Create app" }).click();
  await page.waitForURL(/\/apps\/[0-9a-f-]{36}$/);

  await pickFromMenu(page, "Edit");
  await page.getByLabel("Name").fill("Tide Clock");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Tide Clock" })).toBeVisible();

  await pickFromMenu(page, "Archive");
  await page.getByRole("button", { name: "Archive app" }).click();
  await expect(page.getByText(/New builds are disabled/)).toBeVisible();
  await expect(page.getByRole("button", { name: "New build" })).toHaveCount(0);
  await expectAccessible(page);

  await page.goto(`${home}/apps`);
  await expect(page.getByText("No active apps")).toBeVisible();
  await click(page.getByRole("button", { name: "New app" }).first());
  await page.getByLabel("Name").fill("Tide");
  await page.getByRole("button", { name: "Create app" }).click();
  await expect(page.getByText("Is taken by “Tide Clock”, which is archived.")).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: "Archived (1)" }).click();
  await page.waitForURL(/state=archived/);
  await page.getByRole("link", { name: "Tide Clock" }).click();
  await click(page.getByRole("button", { name: "Restore" }));
  await expect(page.getByText("Tide Clock restored")).toBeVisible();

  await pickFromMenu(page, "Delete");
  await page.getByRole("dialog").getByLabel(/Type/).fill("tide");
  await page.getByRole("button", { name: "Delete app" }).click();
  await page.waitForURL(/\/apps$/);
  await expect(page.getByText("No apps yet")).toBeVisible();
});

test("variables are created, changed and deleted", async ({ page }) => {
  const { home } = await signUp(page, nameOfTry("Lantern Keys"));
  await page.goto(`${home}/apps`);
  await click(page.getByRole("button", { name: "New app" }).first());
  await page.getByLabel("Name").fill("Signals");
  await page.getByRole("button", { name: "Create app" }).click();
  await page.waitForURL(/\/apps\/[0-9a-f-]{36}$/);
  await page.getByRole("navigation", { name: "Signals" }).getByRole("link", { name: "Variables" }).click();
  await expect(page.getByText("No variables yet")).toBeVisible();
  await expectAccessible(page);

  await click(page.getByRole("button", { name: "New variable" }).first());
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByText("Enter a name.")).toBeVisible();
  await dialog.getByLabel("Name").fill("BUILD_ID");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByText("Is set by the build worker.")).toBeVisible();
  await dialog.getByLabel("Name").fill("API_BASE_URL");
  await dialog.getByLabel("Value").fill("https://api.signals.invalid");
  await dialog.getByLabel("Secret").uncheck();
  await dialog.getByRole("radio", { name: "iOS" }).check({ force: true });
  await dialog.getByRole("button", { name: "Save" }).click();
  const row = page.getByRole("row", { name: /API_BASE_URL https:\/\/api\.signals\.invalid iOS/ });
  await expect(row).toBeVisible();
  await expectAccessible(page);

  await row.getByRole("button", { name: "Edit API_BASE_URL" }).click();
  await expect(dialog.getByLabel("Value")).toHaveValue("https://api.signals.invalid");
  await dialog.getByLabel("Value").fill("a-token-never-shown");
  await dialog.getByLabel("Secret").check();
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("row", { name: /API_BASE_URL Secret iOS/ })).toBeVisible();
  await expect(page.getByText("a-token-never-shown")).toHaveCount(0);

  await page.getByRole("button", { name: "Delete API_BASE_URL" }).click();
  await dialog.getByRole("button", { name: "Delete variable" }).click();
  await expect(page.getByText("No variables yet")).toBeVisible();
});

test("a viewer is offered nothing that the server would refuse", async ({ page }) => {
  await signIn(page, "viewer", "/builder/acme/apps");
  await expect(page.getByRole("link", { name: "Field Notes" })).toBeVisible();
  await expect(page.getByRole("button", { name: "New app" })).toHaveCount(0);
  await page.getByRole("link", { name: "Field Notes" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Field Notes" })).toBeVisible();
  await expect(page.getByRole("button", { name: /^Actions for/ })).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Variables" })).toHaveCount(0);
});

async function pickFromMenu(page: Page, item: string): Promise<void> {
  await click(page.getByRole("button", { name: /^Actions for/ }));
  await page.getByRole("menuitem", { name: item }).click();
}

/** Opens what a button opens, without a mouse. */
async function press(page: Page, name: string): Promise<void> {
  const button = page.getByRole("button", { name }).first();
  await expectInteractive(button);
  await button.focus();
  await page.keyboard.press("Enter");
}

/** Opens a tab of an app, without a mouse. */
async function openTab(page: Page, app: string, name: string): Promise<void> {
  const tab = page.getByRole("navigation", { name: app }).getByRole("link", { name });
  await tab.focus();
  await page.keyboard.press("Enter");
  await expect(tab).toHaveAttribute("aria-current", "page");
}

/** The worker as people run it, with the sample build in a hurry. Stopped, it finishes what it builds. */
function startWorker(apiUrl: string): () => Promise<void> {
  const spool = mkdtempSync(join(tmpdir(), "drydock-journey-worker-"));
  const options = {
    "--api-url": apiUrl,
    "--exec": './worker/sample-build.sh && echo "Signing with $SIGNING_KEY"',
    "--platforms": "ANDROID",
    "--id": "journey",
    "--spool": spool,
  };
  const env = { ...process.env, BUILD_SECRET: E2E_BUILD_SECRET, SAMPLE_PAUSE: "0.2" };
  const worker = startProgram("worker/main.ts", Object.entries(options).flat(), { env });
  return async () => {
    process.kill(worker.pid, "SIGQUIT");
    await worker.exited;
    rmSync(spool, { recursive: true, force: true });
  };
}
