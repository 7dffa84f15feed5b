import { pluginArchive } from "../test-archives.ts";
import { expect, expectInteractive, OFFLINE_SYNC, signIn, test } from "./fixtures.ts";

const SUBMIT = `/builder/acme/plugins/${OFFLINE_SYNC}/submit`;

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
  const target = page.getByText("Choose an archive, or drop it here");
  await target.dispatchEvent("dragover", { dataTransfer: transfer });
  await target.dispatchEvent("drop", { dataTransfer: transfer });
  await expect(page.getByText(sha256.slice(0, 13))).toBeVisible();
  await expect(page.getByText("dropped.tar.gz")).toBeVisible();
});
