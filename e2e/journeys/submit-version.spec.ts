import type { Locator } from "@playwright/test";
import { pluginArchive } from "../support/archives.ts";
import {
  click,
  expect,
  expectAccessible,
  expectInteractive,
  nameOfTry,
  OFFLINE_SYNC,
  signIn,
  signUp,
  test,
} from "./fixtures.ts";
import { verifyEmail } from "./mailbox.ts";

const SUBMIT = `/builder/acme/plugins/${OFFLINE_SYNC}/submit`;

test("a version is submitted with its archive: refused with reasons, cancelled, broken off, sent again, taken", async ({
  page,
}) => {
  const { home, person } = await signUp(page, nameOfTry("Cargo Hold"));
  await verifyEmail(page, person.email);
  await page.goto(`${home}/plugins`);
  await click(page.getByRole("button", { name: "New plugin" }).first());
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill(nameOfTry("Cargo Sync"));
  const slug = await dialog.getByLabel("Slug").inputValue();
  await dialog.getByLabel("Description").fill("Counts what is on board.");
  await dialog.getByRole("button", { name: "Register plugin" }).click();
  await page.waitForURL(/\/plugins\/[0-9a-f-]{36}$/);
  await page.goto(`${page.url()}/submit`);
  const submit = page.getByRole("button", { name: /for review$/ });
  await expectInteractive(submit);
  const archive = page.getByRole("region", { name: "Archive" });
  const problem = archive.getByRole("alert");

  const hostile = pluginArchive({ slug, version: "7.0.0" }, [
    { path: "../up", content: "x" },
    { path: "link", type: "2", linkName: "/etc/passwd" },
  ]);
  await choose(archive, "hostile.tar.gz", hostile.bytes);
  await expect(problem).toContainText("Archive rejected:", { timeout: 30_000 });
  await expect(problem).toContainText("../up");
  await expect(problem).toContainText("link");
  await expectAccessible(page);

  const foreign = pluginArchive({ slug: "somebody-else", version: "7.0.0" });
  await choose(archive, "foreign.tar.gz", foreign.bytes);
  await expect(problem).toContainText(`slug is "somebody-else" in the archive's plugin.json`, {
    timeout: 30_000,
  });
  await expect(submit).toBeDisabled();
  await archive.getByRole("button", { name: "Remove" }).click();

  const right = pluginArchive({ slug, version: "7.0.0", changelog: "- Syncs at night" });
  const uploads = "**/api/uploads/*/archives/*";
  await page.route(uploads, () => undefined);
  await choose(archive, "cargo-sync.tar.gz", right.bytes);
  await archive.getByRole("button", { name: "Cancel" }).click();
  await expect(archive.getByText("Choose an archive or drop it here")).toBeVisible();
  await page.unroute(uploads);
  await page.route(uploads, (route) => route.abort("connectionreset"));
  await choose(archive, "cargo-sync.tar.gz", right.bytes);
  await expect(problem).toContainText("Upload interrupted");
  await page.unroute(uploads);
  await archive.getByRole("button", { name: "Retry upload" }).click();

  await expect(archive.getByText(right.sha256.slice(0, 13))).toBeVisible({ timeout: 30_000 });
  await expect(page.getByRole("textbox", { name: /^Version/ })).toHaveValue("7.0.0");
  await expect(page.getByRole("textbox", { name: "Changelog" })).toHaveValue("- Syncs at night");
  await expectAccessible(page);

  // What the archive filled in goes with it.
  await archive.getByRole("button", { name: "Remove" }).click();
  await expect(page.getByRole("textbox", { name: /^Version/ })).toHaveValue("1.0.0");
  await expect(page.getByRole("textbox", { name: "Changelog" })).toHaveValue("");
  await choose(archive, "cargo-sync.tar.gz", right.bytes);
  await page.getByRole("button", { name: "Submit 7.0.0 for review" }).click();
  await page.waitForURL(/\/listings\/[0-9a-f-]{36}$/);
  await expect(page.getByText(right.sha256.slice(0, 13))).toBeVisible({ timeout: 30_000 });
});

test("an archive is dropped on the form", async ({ page }) => {
  await signIn(page, "developer", SUBMIT);
  await expectInteractive(page.getByRole("button", { name: /for review$/ }));
  const { bytes, sha256 } = pluginArchive({ version: "8.0.0" });
  const transfer = await page.evaluateHandle(
    (content) => {
      const dropped = new DataTransfer();
      const file = new File([new Uint8Array(content)], "dropped.tar.gz", { type: "application/gzip" });
      dropped.items.add(file);
      return dropped;
    },
    [...bytes],
  );
  const target = page.getByText("Choose an archive or drop it here");
  await target.dispatchEvent("dragover", { dataTransfer: transfer });
  await target.dispatchEvent("drop", { dataTransfer: transfer });
  await expect(page.getByText(sha256.slice(0, 13))).toBeVisible();
  await expect(page.getByText("dropped.tar.gz")).toBeVisible();
});

async function choose(archive: Locator, name: string, bytes: Uint8Array): Promise<void> {
  const file = { name, mimeType: "application/gzip", buffer: Buffer.from(bytes) };
  await archive.locator('input[type="file"]').setInputFiles(file);
}
