import { pluginArchive } from "../test-archives.ts";
import { expect, expectAccessible, expectInteractive, OFFLINE_SYNC, signIn, test } from "./fixtures.ts";

const SUBMIT = `/builder/acme/plugins/${OFFLINE_SYNC}/submit`;

const fileOf = (name: string, bytes: Uint8Array) => ({
  name,
  mimeType: "application/gzip",
  buffer: Buffer.from(bytes),
});

test("a version is submitted with its archive, which is counted, cancelled, refused with reasons and then taken", async ({
  page,
}) => {
  await signIn(page, "developer", SUBMIT);
  const archive = page.getByRole("region", { name: "Archive" });
  const picker = archive.locator('input[type="file"]');
  await expect(archive.getByText("Choose an archive, or drop it here")).toBeVisible();
  await expectInteractive(page.getByRole("button", { name: /for review$/ }));

  const hostile = pluginArchive({ version: "7.0.0" }, [
    { path: "../up", content: "x" },
    { path: "link", type: "2", linkName: "/etc/passwd" },
  ]);
  await picker.setInputFiles(fileOf("hostile.tar.gz", hostile.bytes));
  await expect(archive.getByRole("alert")).toContainText("The archive is refused:");
  await expect(archive.getByRole("alert")).toContainText("../up");
  await expect(archive.getByRole("alert")).toContainText("link");
  await expectAccessible(page);

  const other = pluginArchive({ slug: "somebody-else", version: "7.0.0" });
  await picker.setInputFiles(fileOf("other.tar.gz", other.bytes));
  await expect(archive.getByRole("alert")).toContainText(
    `slug is "somebody-else" in the archive's plugin.json`,
  );
  await expect(page.getByRole("button", { name: /for review$/ })).toBeDisabled();
  await archive.getByRole("button", { name: "Remove" }).click();

  // An upload that hangs can be cancelled, and one that breaks off sent again.
  const noise = Buffer.from(crypto.getRandomValues(new Uint8Array(60_000)));
  const right = pluginArchive({ version: "7.0.0", changelog: "- Syncs at night" }, [
    { path: "noise", content: noise },
  ]);
  const uploads = "**/api/uploads/acme/archives/*";
  await page.route(uploads, () => undefined);
  await picker.setInputFiles(fileOf("offline-sync.tar.gz", right.bytes));
  await expect(archive.getByRole("status")).toContainText(/kB|Checking/);
  await archive.getByRole("button", { name: "Cancel" }).click();
  await expect(archive.getByText("Choose an archive, or drop it here")).toBeVisible();
  await page.unroute(uploads);
  await page.route(uploads, (route) => route.abort("connectionreset"));
  await picker.setInputFiles(fileOf("offline-sync.tar.gz", right.bytes));
  await expect(archive.getByRole("alert")).toContainText("The upload broke off");
  await page.unroute(uploads);
  await archive.getByRole("button", { name: "Send it again" }).click();

  await expect(archive.getByText(right.sha256.slice(0, 13))).toBeVisible();
  await expect(page.getByRole("textbox", { name: /^Version/ })).toHaveValue("7.0.0");
  await expect(page.getByRole("textbox", { name: "Changelog" })).toHaveValue("- Syncs at night");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Submit 7.0.0 for review" }).click();
  await page.waitForURL(/\/listings\/[0-9a-f-]{36}$/);
  await expect(page.getByText(right.sha256.slice(0, 13))).toBeVisible();
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
  const target = page.getByText("Choose an archive, or drop it here");
  await target.dispatchEvent("dragover", { dataTransfer: transfer });
  await target.dispatchEvent("drop", { dataTransfer: transfer });
  await expect(page.getByText(sha256.slice(0, 13))).toBeVisible();
  await expect(page.getByText("dropped.tar.gz")).toBeVisible();
});
