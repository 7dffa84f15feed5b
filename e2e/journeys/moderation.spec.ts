import type { Page } from "@playwright/test";
import { MANIFEST, pluginArchive } from "../test-archives.ts";
import {
  ACME,
  click,
  createToken,
  expect,
  expectAccessible,
  makeSuperAdmin,
  openAs,
  signInWith,
  test,
} from "./fixtures.ts";

/** Journeys of the moderation desk; what they submit is their own, so that they need no order. */
const DEFECT = "The sign-in button does nothing on a clean device.";

async function ask(
  page: Page,
  path: string,
  init: { method?: string; data?: unknown; token: string; type?: string },
) {
  const answer = await page.request.fetch(path, {
    method: init.method ?? "POST",
    headers: {
      Authorization: `Bearer ${init.token}`,
      "X-Tenant-Id": ACME,
      ...(init.data !== undefined && { "Content-Type": init.type ?? "application/json" }),
    },
    data: init.data as Buffer,
  });
  expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true);
  return (await answer.json()) as { id: string };
}

async function register(page: Page, token: string, slug: string): Promise<string> {
  const { id } = await ask(page, "/api/marketplace/entities", {
    token,
    data: { type: "APP_PLUGIN", slug, name: slug },
  });
  return id;
}

type Submission = {
  token: string;
  slug: string;
  entityId: string;
  version: string;
  permissions?: string[];
  files?: { path: string; content: string }[];
};

async function submit(page: Page, submission: Submission): Promise<string> {
  const { token, slug, entityId, version, permissions, files } = submission;
  const listing = { type: "APP_PLUGIN", name: slug, slug, version, description: MANIFEST.description };
  const data: Record<string, unknown> = { ...listing, appPluginId: entityId };
  if (files) {
    const archive = pluginArchive({ slug, version, permissions }, files);
    await ask(page, `/api/marketplace/archives/${archive.sha256}`, {
      method: "PUT",
      token,
      data: Buffer.from(archive.bytes),
      type: "application/gzip",
    });
    data["archiveSha256"] = archive.sha256;
  }
  const { id } = await ask(page, "/api/marketplace/publish", { token, data });
  return id;
}

const reviewOf = (id: string) => `/admin/moderation/${id}`;

async function approve(admin: Page, version: string): Promise<void> {
  await click(admin.getByRole("button", { name: /^Approve…/ }));
  await admin.getByRole("button", { name: `Approve ${version}` }).click();
}

test("a reviewer finds the added permission and the changed line of an update at once", async ({
  page,
  browser,
}) => {
  const token = await createToken(page, "Updates", ["Publish to the marketplace"]);
  const plugin = { token, slug: "trail-updates", entityId: await register(page, token, "trail-updates") };
  const markup = "<img src=x onerror=window.wasInjected=1>.js";
  const first = await submit(page, {
    ...plugin,
    version: "1.0.0",
    permissions: ["storage.read"],
    files: [{ path: "src/queue.js", content: "export const limit = 10;\nexport const name = 'queue';\n" }],
  });
  const admin = await openAs(browser, "admin", reviewOf(first));
  await approve(admin, "1.0.0");
  await admin.waitForURL((url) => !url.pathname.endsWith(first));

  const second = await submit(page, {
    ...plugin,
    version: "1.1.0",
    permissions: ["storage.read", "network"],
    files: [
      { path: "src/queue.js", content: "export const limit = 500;\nexport const name = 'queue';\n" },
      { path: `src/${markup}`, content: "<script>window.wasInjected = 1</script>\n" },
    ],
  });
  await admin.goto(reviewOf(second));
  await expect(admin.getByText("It asks for 1 permission more than before.")).toBeVisible();
  await expect(admin.getByRole("listitem").filter({ hasText: "New: network" })).toBeVisible();
  const files = admin.getByRole("list", { name: "Files" });
  await click(files.getByRole("button", { name: /queue\.js/ }));
  const changes = admin.getByRole("region", { name: "Changes of src/queue.js" });
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

test("a publisher reads why it was rejected, answers, fixes it and comes back", async ({ page, browser }) => {
  const token = await createToken(page, "Rejections", ["Publish to the marketplace"]);
  const slug = "trail-rejected";
  const entityId = await register(page, token, slug);
  const id = await submit(page, { token, slug, entityId, version: "1.0.0" });

  const admin = await openAs(browser, "admin", reviewOf(id));
  await click(admin.getByRole("button", { name: /^Reject…/ }));
  await admin.getByRole("combobox", { name: "Reason" }).click();
  await admin.getByRole("option", { name: "Does not work" }).click();
  await admin.getByLabel("Comment").fill(DEFECT);
  await admin.getByRole("button", { name: "Reject 1.0.0" }).click();
  await admin.waitForURL((url) => !url.pathname.endsWith(id));

  await page.goto(`/builder/acme/listings/${id}`);
  await expect(page.getByText("Does not work")).toBeVisible();
  await expect(page.getByText(/Install the archive on a clean app/)).toBeVisible();
  await expect(page.getByText(DEFECT)).toBeVisible();
  await expectAccessible(page);
  const answer = page.getByLabel("Write to the moderators");
  await click(answer);
  await answer.fill("Which device was it?");
  await page.getByRole("button", { name: "Send" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: "Which device was it?" })).toBeVisible();

  await admin.goto(reviewOf(id));
  await expect(admin.getByText("Which device was it?")).toBeVisible();
  await click(admin.getByLabel(/^Write to/));
  await admin.getByLabel(/^Write to/).fill("A tablet without accounts.");
  await admin.getByRole("button", { name: "Send" }).click();
  await expect(admin.getByText("A tablet without accounts.")).toBeVisible();

  await page.reload();
  await expect(page.getByText("A tablet without accounts.")).toBeVisible();
  await click(page.getByRole("link", { name: "Submit a fixed version" }));
  await expect(page.getByLabel("Description")).toHaveValue(MANIFEST.description);
  await click(page.getByRole("button", { name: /^Submit 1\.0\.\d+ for review/ }));
  await page.waitForURL(/\/builder\/acme\/listings\//);
  await expect(page.getByText(/in the queue/).first()).toBeVisible();
  await admin.context().close();
});

test("of two reviewers one sees the other, takes over, and the other is told", async ({ page, browser }) => {
  const token = await createToken(page, "Two reviewers", ["Publish to the marketplace"]);
  const slug = "trail-contested";
  const id = await submit(page, {
    token,
    slug,
    entityId: await register(page, token, slug),
    version: "1.0.0",
  });
  const second = await makeSuperAdmin({ email: "grace@drydock.test", name: "Grace Reviewer" });
  const one = await openAs(browser, "admin", reviewOf(id));
  const other = await (await browser.newContext()).newPage();
  await signInWith(other, second, reviewOf(id));
  await expect(other.getByText(/is reviewing this/)).toBeVisible();
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
  const token = await createToken(page, "Thirty", ["Publish to the marketplace"]);
  const slugs = Array.from({ length: 30 }, (_, index) => `bulk-${String(index + 1).padStart(2, "0")}`);
  const ids: string[] = [];
  for (const slug of slugs) {
    ids.push(
      await submit(page, { token, slug, entityId: await register(page, token, slug), version: "1.0.0" }),
    );
  }
  const admin = await openAs(browser, "admin", "/admin/moderation");
  for (let chosen = 0; chosen < 30; ) {
    const boxes = admin.getByRole("checkbox", { name: /^Choose bulk-/ });
    await expect(boxes.or(admin.getByRole("link", { name: "Later" })).first()).toBeVisible();
    for (const box of await boxes.all()) await click(box).then(() => chosen++);
    if (chosen < 30) {
      const address = admin.url();
      await click(admin.getByRole("link", { name: "Later" }));
      await admin.waitForURL((url) => url.href !== address);
    }
  }
  await expect(admin.getByText("30 listings chosen")).toBeVisible();
  // Meanwhile their publisher takes two back.
  for (const id of [ids[3], ids[17]]) {
    await ask(page, `/api/marketplace/listings/${id}/withdraw`, { token });
  }
  await admin.getByRole("button", { name: "Approve…" }).click();
  await admin.getByRole("button", { name: /^Approve 30/ }).click();
  const result = admin.getByRole("status", { name: "What became of them" });
  await expect(result.getByText("28 listings approved.")).toBeVisible();
  await expect(result.getByRole("listitem")).toHaveCount(2);
  await expect(result.getByRole("listitem").first()).toContainText(/WITHDRAWN/);
  await expectAccessible(admin);
  await admin.context().close();
});
