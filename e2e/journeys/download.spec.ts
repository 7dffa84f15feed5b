import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { expect, test } from "./fixtures.ts";

test("a visitor downloads an approved version and sees what it should be", async ({ page }) => {
  await page.goto("/marketplace/app-plugin/photo-annotate");
  const card = page.getByRole("region", { name: "Download" });
  const sha256 = await card.getByTitle(/^[0-9a-f]{64}$/).getAttribute("title");
  await expect(card.getByText(/shasum -a 256 -c/)).toContainText(sha256 ?? "no digest");
  const downloading = page.waitForEvent("download");
  await card.getByRole("link", { name: /^Download/ }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe("photo-annotate-1.1.1.tar.gz");
  const bytes = await readFile(await download.path());
  expect(createHash("sha256").update(bytes).digest("hex")).toBe(sha256);
});
