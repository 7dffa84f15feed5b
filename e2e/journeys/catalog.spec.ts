import { click, expect, expectInteractive, openAs, publishingToken, test } from "./fixtures.ts";
import { ownSlug, register, reviewOf, submit } from "./submissions.ts";

test("an admin finds what is published, takes it down and brings it back", async ({ page, browser }) => {
  const token = await publishingToken(page);
  const slug = ownSlug("trail-catalog");
  const id = await submit(page, await register(page, token, slug), { version: "1.0.0" });
  const admin = await openAs(browser, "admin", reviewOf(id));
  await click(admin.getByRole("button", { name: /^Approve…/ }));
  await admin.getByRole("button", { name: "Approve 1.0.0" }).click();
  await admin.waitForURL((url) => !url.pathname.endsWith(id));

  await admin.goto("/admin/catalog?state=PUBLISHED");
  await expectInteractive(admin.getByLabel("Search items"));
  await admin.getByLabel("Search items").fill(slug.toUpperCase());
  const item = admin.getByRole("row", { name: new RegExp(slug) });
  await expect(item).toContainText("Published");
  await click(item.getByRole("link", { name: slug }));
  await admin.waitForURL(/\/admin\/catalog\/listings\?q=/);
  const listing = admin.getByRole("row", { name: new RegExp(slug) });
  await expect(listing).toContainText("Approved");
  await click(listing.getByRole("link", { name: slug }));
  await admin.waitForURL(`**${reviewOf(id)}`);

  await click(admin.getByRole("button", { name: /^Suspend…/ }));
  await admin.getByRole("combobox", { name: "Reason" }).click();
  await admin.getByRole("option", { name: "Does not work" }).click();
  await admin.getByLabel("Comment").fill("It stops on every device.");
  await admin.getByRole("button", { name: "Suspend 1.0.0" }).click();
  await expect(admin.getByRole("button", { name: /^Restore…/ })).toBeVisible({ timeout: 30_000 });
  await admin.goto(`/admin/catalog/listings?status=SUSPENDED&q=${slug}`);
  await expect(listing).toContainText("Suspended");

  await admin.goto(reviewOf(id));
  await click(admin.getByRole("button", { name: /^Restore…/ }));
  await admin.getByLabel("Comment").fill("It was the device.");
  await admin.getByRole("button", { name: "Restore 1.0.0" }).click();
  await expect(admin.getByRole("button", { name: /^Suspend…/ })).toBeVisible({ timeout: 30_000 });
  await admin.context().close();
});
