import type { APIRequestContext } from "@playwright/test";
import { pluginArchive } from "../test-archives.ts";
import { ACME, click, createToken, expect, expectAccessible, openAs, test } from "./fixtures.ts";

const SLUG = "tide-watch";
const LEVELS = "src/levels.js";
const HOSTILE = '<img src=x onerror="document.title=1">';

interface Submission {
  version: string;
  permissions: string[];
  code: string;
}

test("a reviewer finds an added permission at once, and later that it is gone", async ({
  page,
  browser,
  baseURL,
}) => {
  const token = await createToken(page, "Checks", ["Publish to the marketplace"]);
  const headers = { Authorization: `Bearer ${token}`, "X-Tenant-Id": ACME };
  const submit = (submission: Submission) => handIn(page.request, baseURL ?? "", headers, submission);
  const good = { permissions: ["ui.screens"], code: "export const high = 4;\n" };

  const admin = await openAs(browser, "admin", "/admin");
  const first = await submit({ ...good, version: "1.0.0" });
  await admin.goto(`/admin/moderation/${first}`);
  await expect(admin.getByText("Nothing was found by any of the rules.")).toBeVisible({ timeout: 30_000 });
  await click(admin.getByRole("button", { name: /Approve/ }).first());
  await admin.getByRole("button", { name: "Approve 1.0.0" }).click();
  await admin.waitForURL((url) => !url.href.includes(first));

  const code = `export const high = 4;\nexport const low = eval(${JSON.stringify(HOSTILE)});\n`;
  const permissions = [...good.permissions, "contacts.read"];
  const second = await submit({ version: "1.1.0", permissions, code });
  await admin.goto(`/admin/moderation/${second}`);
  const checks = admin.locator("section", {
    has: admin.getByRole("heading", { level: 2, name: "Automated checks" }),
  });
  await expect(checks.getByRole("heading", { level: 3 }).first()).toHaveText("New permission", {
    timeout: 30_000,
  });
  await expect(checks.getByText("asks for contacts.read, which the approved version does not")).toBeVisible();
  await expect(checks.getByText("plugin.json:1", { exact: true })).toBeVisible();
  await expect(checks.getByText(`${LEVELS}:2`)).toBeVisible();
  await expect(checks.getByText(HOSTILE)).toBeVisible();
  await expect(checks.locator("img")).toHaveCount(0);
  await expect(checks.getByText("0 fixed, 0 still there, 2 new")).toBeVisible();
  await expectAccessible(admin);
  await admin.getByRole("button", { name: "Run again" }).click();
  await expect(checks.getByRole("status")).toBeEmpty({ timeout: 30_000 });
  await expect(checks.getByRole("heading", { level: 3 })).toHaveCount(2);

  await page.goto(`/builder/acme/listings/${second}`);
  await expect(page.getByRole("heading", { level: 3, name: "New permission" })).toBeVisible();
  await expect(page.getByText(/Remove the permission if it is not needed/)).toBeVisible();
  await expectAccessible(page);

  const third = await submit({ ...good, version: "1.2.0" });
  await admin.goto(`/admin/moderation/${third}`);
  await expect(checks.getByText("2 fixed, 0 still there, 0 new")).toBeVisible({ timeout: 30_000 });
  await click(checks.getByText("Fixed since 1.1.0"));
  await expect(checks.getByText("asks for contacts.read", { exact: false })).toBeVisible();
  await admin.emulateMedia({ colorScheme: "dark" });
  await admin.setViewportSize({ width: 320, height: 800 });
  await expectAccessible(admin);

  const told = await page.request.get(`${baseURL}/api/marketplace/listings/${third}/checks`, { headers });
  expect(await told.json()).toMatchObject({
    state: "DONE",
    findings: [],
    previous: { version: "1.1.0", still: 0, added: 0, fixed: [{ rule: "new-permission" }, {}] },
  });
});

/** Registers, uploads and hands in as the command line does; the listing's id. */
async function handIn(
  request: APIRequestContext,
  baseURL: string,
  headers: Record<string, string>,
  { version, permissions, code }: Submission,
): Promise<string> {
  const about = {
    type: "APP_PLUGIN",
    slug: SLUG,
    name: "Tide Watch",
    description: "Tells high from low water.",
  };
  const entity = await request.post(`${baseURL}/api/marketplace/entities`, { headers, data: about });
  const { bytes, sha256 } = pluginArchive({ slug: SLUG, name: about.name, version, permissions }, [
    { path: LEVELS, content: code },
  ]);
  const uploaded = await request.put(`${baseURL}/api/marketplace/archives/${sha256}`, {
    headers: { ...headers, "Content-Type": "application/gzip" },
    data: Buffer.from(bytes),
  });
  expect(uploaded.ok()).toBe(true);
  const { id: appPluginId } = (await entity.json()) as { id: string };
  const published = await request.post(`${baseURL}/api/marketplace/publish`, {
    headers,
    data: { ...about, version, appPluginId, archiveSha256: sha256, changelog: `What is new in ${version}.` },
  });
  const listing = (await published.json()) as { id: string };
  expect(published.status(), JSON.stringify(listing)).toBe(201);
  return listing.id;
}
