import type { Page } from "@playwright/test";
import { MANIFEST } from "../support/archives.ts";
import {
  click,
  createSuperAdmin,
  expect,
  expectAccessible,
  expectApart,
  expectFits,
  openAs,
  publishingToken,
  signInWith,
  test,
} from "./fixtures.ts";
import { ask, ownSlug, register, reviewOf, submit } from "./submissions.ts";

/** Journeys of the moderation desk; what they submit is their own, so that they need no order. */
const DEFECT = "The sign-in button does nothing on a clean device.";
const STEPS = Array.from({ length: 10 }, (_, index) => `Step ${index + 1}`).join("\n");

async function approve(admin: Page, version: string): Promise<void> {
  await click(admin.getByRole("button", { name: /^Approve…/ }));
  await admin.getByRole("button", { name: `Approve ${version}` }).click();
}

test("a reviewer finds the added permission and the changed line of an update at once", async ({
  page,
  browser,
}) => {
  const token = await publishingToken(page);
  const plugin = await register(page, token, ownSlug("trail-updates"));
  const markup = "<img src=x onerror=window.wasInjected=1>.js";
  const first = await submit(page, plugin, {
    version: "1.0.0",
    permissions: ["storage.read"],
    files: [{ path: "src/queue.js", content: "export const limit = 10;\nexport const name = 'queue';\n" }],
  });
  const admin = await openAs(browser, "admin", reviewOf(first));
  await approve(admin, "1.0.0");
  await admin.waitForURL((url) => !url.pathname.endsWith(first));
  const toast = admin.getByRole("alert").filter({ has: admin.getByRole("button", { name: "Undo" }) });
  await expectApart(toast, admin.getByRole("region", { name: "Decision" }));

  const second = await submit(page, plugin, {
    version: "1.1.0",
    permissions: ["storage.read", "network"],
    files: [
      { path: "src/queue.js", content: "export const limit = 500;\nexport const name = 'queue';\n" },
      { path: `src/${markup}`, content: "<script>window.wasInjected = 1</script>\n" },
    ],
  });
  await admin.goto(reviewOf(second));
  await expect(admin.getByRole("heading", { level: 1, name: `${plugin.slug} 1.1.0` })).toBeVisible();
  const sections = admin.getByRole("navigation", { name: "Sections" }).getByRole("link");
  await expect(sections.first()).toHaveText("Files");
  for (const width of [320, 1440]) {
    await admin.setViewportSize({ width, height: 700 });
    await admin.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await expect(admin.getByText(/^Due /)).toBeInViewport();
    await expectFits(admin);
  }
  await expect(admin.getByText("1 added", { exact: true })).toBeVisible();
  await expect(admin.getByRole("listitem").filter({ hasText: "New: network" })).toBeVisible();
  const files = admin.getByRole("list", { name: "Files" });
  await click(files.getByRole("button", { name: /queue\.js/ }));
  const changes = admin.getByRole("region", { name: "Changes in src/queue.js" });
  await expect(changes.getByText("Removed: export const limit = 10;")).toBeVisible();
  await expect(changes.getByText("Added: export const limit = 500;")).toBeVisible();
  await expect(changes.locator('[data-token="keyword"]').first()).toHaveText("export");
  await admin.getByText("Side by side").click();
  await expect(admin).toHaveURL(/diff=split/);
  await files.getByRole("button", { name: markup }).click();
  await expect(admin.getByText("<script>window.wasInjected = 1</script>")).toBeVisible();
  expect(await admin.evaluate(() => "wasInjected" in window)).toBe(false);
  await admin.reload();
  await expect(admin.getByRole("heading", { name: `src/${markup}` })).toBeVisible();
  await expectAccessible(admin);
  await admin.context().close();
});

test("a reviewer undoes a decision before anybody is told", async ({ page, browser }) => {
  const token = await publishingToken(page);
  const plugin = await register(page, token, ownSlug("trail-undone"), "SYSTEM_PLUGIN");
  const id = await submit(page, plugin, { version: "1.0.0" });
  const admin = await openAs(browser, "admin", reviewOf(id));
  await approve(admin, "1.0.0");
  await admin.waitForURL((url) => !url.pathname.endsWith(id));
  await admin.getByRole("button", { name: "Undo" }).click();
  const statusOf = async () => {
    const listing: { id: string; status?: string } = await ask(page, `/api/marketplace/listings/${id}`, {
      method: "GET",
      token,
    });
    return listing.status;
  };
  await expect.poll(statusOf).toBe("PENDING_APPROVAL");
  await admin.goto(reviewOf(id));
  await expect(admin.getByRole("button", { name: /^Approve…/ })).toBeVisible();

  await admin.goto("/admin/moderation?type=system-plugin");
  await click(admin.getByRole("checkbox", { name: `Select ${plugin.slug} 1.0.0` }));
  await admin.getByRole("button", { name: "Approve…" }).click();
  await admin.getByRole("button", { name: "Approve 1 listing" }).click();
  const result = admin.getByRole("status", { name: "Results" });
  await expect(result.getByText("1 listing approved.")).toBeVisible();
  await result.getByRole("button", { name: "Undo" }).click();
  await expect(admin.getByText("1 decision undone.")).toBeVisible();
  await expect(result).toBeHidden();
  await expect.poll(statusOf).toBe("PENDING_APPROVAL");
  await admin.context().close();
});

test("a publisher reads why it was rejected, answers, fixes it and comes back", async ({ page, browser }) => {
  const token = await publishingToken(page);
  const plugin = await register(page, token, ownSlug("trail-rejected"));
  const id = await submit(page, plugin, { version: "1.0.0" });

  const admin = await openAs(browser, "admin", reviewOf(id));
  await click(admin.getByRole("button", { name: /^Reject…/ }));
  await admin.getByRole("combobox", { name: "Reason" }).click();
  await admin.getByRole("option", { name: "Does not work" }).click();
  await admin.getByLabel("Comment").fill(`${DEFECT}\n${STEPS}`);
  await admin.getByRole("button", { name: "Reject 1.0.0" }).click();
  await admin.waitForURL((url) => !url.pathname.endsWith(id));

  await page.goto(`/builder/acme/listings/${id}`);
  await expect(page.getByText("Does not work")).toBeVisible();
  await expect(page.getByText(/Test the archive in a clean app/)).toBeVisible();
  await expect(page.getByText(DEFECT)).toBeVisible();
  await expect(page.getByText("Step 10")).toBeHidden();
  await click(page.getByRole("button", { name: "Show more" }));
  await expect(page.getByText("Step 10")).toBeVisible();
  await expectAccessible(page);
  const answer = page.getByLabel("Message to moderators");
  await click(answer);
  await answer.fill("Which device was it?");
  await page.getByRole("button", { name: "Send" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: "Which device was it?" })).toBeVisible();

  await admin.goto(reviewOf(id));
  await expect(admin.getByText("Which device was it?")).toBeVisible();
  await click(admin.getByLabel(/^Message to/));
  await admin.getByLabel(/^Message to/).fill("A tablet without accounts.");
  await admin.getByRole("button", { name: "Send" }).click();
  await expect(admin.getByText("A tablet without accounts.")).toBeVisible();

  await page.reload();
  await expect(page.getByText("A tablet without accounts.")).toBeVisible();
  await click(page.getByRole("link", { name: "Submit new version" }));
  await expect(page.getByLabel("Description")).toHaveValue(MANIFEST.description);
  const rejection = page.getByRole("region", { name: "Last rejection" });
  await expect(rejection.getByText("1.0.0 was rejected: Does not work")).toBeVisible();
  await expect(rejection.getByText(DEFECT)).toBeVisible();
  await expectAccessible(page);
  await click(page.getByRole("button", { name: "Submit 1.0.1 for review" }));
  const question = page.getByRole("dialog", { name: "Submit 1.0.1 without an archive and a changelog?" });
  await expect(question.getByText("1.0.1 can’t be submitted again")).toBeVisible();
  await expectAccessible(page);
  await question.getByRole("button", { name: "Go back" }).click();
  await expect(question).toBeHidden();
  await page.getByRole("textbox", { name: "Changelog" }).fill("- The button works");
  await page.getByRole("button", { name: "Submit 1.0.1 for review" }).click();
  await page
    .getByRole("dialog", { name: "Submit 1.0.1 without an archive?" })
    .getByRole("button", { name: "Submit anyway" })
    .click();
  await page.waitForURL(/\/builder\/acme\/listings\//);
  await expect(page.getByText(/in the queue/).first()).toBeVisible();

  const fixed = page.url();
  await page.goto(`/builder/acme/listings/${id}`);
  await expect(page.getByText("Version 1.0.1 is pending review.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Submit new version" })).toHaveCount(0);
  await page.getByRole("link", { name: "Version 1.0.1" }).click();
  await page.waitForURL(fixed);
  await admin.context().close();
});

test("of two reviewers one sees the other, takes over, and the other is told", async ({ page, browser }) => {
  const token = await publishingToken(page);
  const plugin = await register(page, token, ownSlug("trail-contested"));
  const id = await submit(page, plugin, { version: "1.0.0" });
  const second = await createSuperAdmin({
    email: `${ownSlug("grace")}@drydock.test`,
    name: "Grace Reviewer",
  });
  const one = await openAs(browser, "admin", reviewOf(id));
  const other = await (await browser.newContext()).newPage();
  await signInWith(other, second, reviewOf(id));
  await expect(other.getByText(/started reviewing/)).toBeVisible();
  await expectAccessible(other);
  await click(one.getByRole("button", { name: /^Approve…/ }));
  await click(other.getByRole("button", { name: /^Take over/ }));
  await approve(other, "1.0.0");
  await other.waitForURL((url) => !url.pathname.endsWith(id));
  await one.getByRole("button", { name: "Approve 1.0.0" }).click();
  await expect(one.getByRole("alert").filter({ hasText: second.name })).toBeVisible();
  await one.context().close();
  await other.context().close();
});

test("thirty are approved at once, and of two that could not be it is said why", async ({
  page,
  browser,
}) => {
  const token = await publishingToken(page);
  const own = ownSlug("bulk");
  const ids: string[] = [];
  for (let number = 1; number <= 30; number++) {
    ids.push(await submit(page, await register(page, token, `${own}-${number}`), { version: "1.0.0" }));
  }
  const admin = await openAs(browser, "admin", "/admin/moderation");
  for (let chosen = 0; chosen < 30; ) {
    const boxes = admin.getByRole("checkbox", { name: `Select ${own}` });
    await expect(boxes.or(admin.getByRole("link", { name: "Newer" })).first()).toBeVisible();
    for (const box of await boxes.all()) await click(box).then(() => chosen++);
    if (chosen < 30) {
      const address = admin.url();
      await click(admin.getByRole("link", { name: "Newer" }));
      await admin.waitForURL((url) => url.href !== address);
    }
  }
  await expect(admin.getByText("30 listings selected")).toBeVisible();
  // Meanwhile their publisher takes two back.
  for (const id of [ids[3], ids[17]]) {
    await ask(page, `/api/marketplace/listings/${id}/withdraw`, { token });
  }
  await admin.getByRole("button", { name: "Approve…" }).click();
  await expect(admin.getByRole("list", { name: "Impact" })).toHaveText("No installations to update");
  await admin.getByRole("button", { name: /^Approve 30/ }).click();
  const result = admin.getByRole("status", { name: "Results" });
  await expect(result.getByText("28 listings approved.")).toBeVisible();
  await expect(result.getByRole("listitem")).toHaveCount(2);
  await expect(result.getByRole("listitem").first()).toContainText(/WITHDRAWN/);
  await expectAccessible(admin);
  await admin.context().close();
});

test("reviewers share notes and saved replies, of which the publisher sees what was sent alone", async ({
  page,
  browser,
}) => {
  const token = await publishingToken(page);
  const plugin = await register(page, token, ownSlug("trail-notes"));
  const id = await submit(page, plugin, { version: "1.0.0" });
  const admin = await openAs(browser, "admin", "/admin/moderation");
  const title = ownSlug("No changelog");
  await click(admin.getByRole("link", { name: "Saved replies" }));
  await click(admin.getByRole("button", { name: "New reply" }));
  await admin.getByRole("button", { name: "Create reply" }).click();
  await expect(admin.getByText("Enter a title")).toBeVisible();
  await admin.getByLabel("Title").fill(title);
  await admin.getByLabel("Text").fill("Add a changelog, please.");
  await admin.getByRole("button", { name: "Create reply" }).click();
  await expect(admin.getByRole("row", { name: title })).toBeVisible();
  await expectAccessible(admin);

  await admin.goto(reviewOf(id));
  const note = admin.getByRole("textbox", { name: "Note" });
  await click(note);
  await note.fill("Known from another workspace.");
  await admin.getByRole("button", { name: "Add note" }).click();
  await expect(note).toHaveValue("");
  await admin.reload();
  await expect(admin.getByText("Known from another workspace.")).toBeVisible();
  await click(admin.getByRole("button", { name: /^Reject…/ }));
  await admin.getByRole("combobox", { name: "Saved reply" }).click();
  await admin.getByRole("option", { name: title }).click();
  await expect(admin.getByLabel("Comment")).toHaveValue("Add a changelog, please.");
  await admin.getByRole("combobox", { name: "Reason" }).click();
  await admin.getByRole("option", { name: "Incomplete" }).click();
  await expectAccessible(admin);
  await admin.getByRole("button", { name: "Reject 1.0.0" }).click();
  await admin.waitForURL((url) => !url.pathname.endsWith(id));

  await page.goto(`/builder/acme/listings/${id}`);
  await expect(page.getByText("Add a changelog, please.")).toBeVisible();
  await expect(page.getByText("Known from another workspace.")).toHaveCount(0);
  await admin.goto("/admin/moderation/saved-replies");
  await click(admin.getByRole("button", { name: `Delete ${title}` }));
  await admin.getByRole("button", { name: "Delete reply" }).click();
  await expect(admin.getByRole("row", { name: title })).toHaveCount(0);
  await admin.context().close();
});
