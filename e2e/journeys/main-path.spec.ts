import {
  ACME,
  click,
  createToken,
  curl,
  expect,
  openAs,
  queueBuild,
  report,
  signIn,
  test,
} from "./fixtures.ts";
import { ownSlug, register } from "./submissions.ts";

test("a plugin goes from a developer's token to the marketplace", async ({ page, browser, baseURL }) => {
  const token = await createToken(page, "Nightly publishing", ["Publish to the marketplace"]);
  const slug = ownSlug("offline-sync");
  const { entityId } = await register(page, token, slug);

  const published = await curl(
    "-X",
    "POST",
    `${baseURL}/api/marketplace/publish`,
    "-H",
    `Authorization: Bearer ${token}`,
    "-H",
    `X-Tenant-Id: ${ACME}`,
    "-H",
    "Content-Type: application/json",
    "-d",
    JSON.stringify({
      type: "APP_PLUGIN",
      name: slug,
      slug,
      version: "1.0.0",
      description: "Keeps data at hand without a network.",
      changelog: "- First version",
      appPluginId: entityId,
    }),
  );
  expect(published).toMatchObject({ status: 201, body: { status: "PENDING_APPROVAL" } });

  const admin = await openAs(browser, "admin", "/admin/moderation");
  await expect(admin.getByRole("row", { name: new RegExp(slug) })).toContainText("No code");
  await admin.getByRole("link", { name: new RegExp(slug) }).click();
  await expect(admin.getByRole("heading", { level: 1, name: new RegExp(slug) })).toBeVisible();
  const reviewUrl = admin.url();
  await click(admin.getByRole("button", { name: /Approve/ }));
  await admin.getByRole("button", { name: "Approve 1.0.0" }).click();
  await expect(admin.getByText("Accept to approve")).toBeVisible();
  await admin.getByRole("checkbox", { name: "Accept that there is no code" }).click();
  await admin.getByRole("button", { name: "Approve 1.0.0" }).click();
  await admin.waitForURL((url) => url.href !== reviewUrl);

  await page.goto(`/marketplace?q=${slug}`);
  await page.getByRole("link", { name: new RegExp(slug) }).click();
  await expect(page).toHaveURL(`/marketplace/app-plugin/${slug}`);
  await expect(page.getByText("First version")).toBeVisible();
  await expect(page.getByText("Listed without an archive, so it cannot be installed.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Install" })).toHaveCount(0);
  await page.goto(`/builder/acme/install/app-plugin/${slug}`);
  await expect(page.getByText("No code to install")).toBeVisible();
});

test("a worker's report updates an open page without a reload", async ({ page, baseURL }) => {
  const path = (await (await queueBuild(page, "8.2.0")).getAttribute("href")) ?? "";
  const buildId = path.split("/").at(-1) ?? "";
  await report(baseURL ?? "", { buildId, status: "IN_PROGRESS", workerId: "linux-builder-1" });
  await signIn(page, "viewer", path);
  await expect(page.getByText("In progress").first()).toBeVisible();
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  const outcome = await report(baseURL ?? "", {
    buildId,
    status: "COMPLETED",
    artifactPath: "artifacts/field-notes.aab",
    sizeBytes: "48211903",
    workerId: "linux-builder-1",
  });
  expect(outcome).toMatchObject({ status: 200, body: { status: "COMPLETED", applied: true } });
  await expect(page.getByText("Completed").first()).toBeVisible();
  await expect(page.getByText("artifacts/field-notes.aab").first()).toBeVisible();
  expect(await page.evaluate(() => "isSamePage" in window)).toBe(true);
});
