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
