import {
  ACME,
  click,
  createToken,
  curl,
  expect,
  FIELD_NOTES,
  OFFLINE_SYNC,
  openAs,
  RUNNING_BUILD,
  report,
  signIn,
  test,
} from "./fixtures.ts";

test("a plugin goes from a developer's token to the marketplace", async ({ page, browser, baseURL }) => {
  const token = await createToken(page, "Nightly publishing", ["Publish to the marketplace"]);

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
      name: "Offline Sync",
      slug: "offline-sync",
      version: "1.0.0",
      description: "Keeps data at hand without a network.",
      changelog: "- First version",
      appPluginId: OFFLINE_SYNC,
    }),
  );
  expect(published).toMatchObject({ status: 201, body: { status: "PENDING_APPROVAL" } });

  const admin = await openAs(browser, "admin", "/admin/moderation");
  await admin.getByRole("link", { name: /Offline Sync/ }).click();
  await expect(admin.getByRole("heading", { level: 1, name: /Offline Sync/ })).toBeVisible();
  const reviewUrl = admin.url();
  await click(admin.getByRole("button", { name: /Approve/ }));
  await admin.getByRole("button", { name: "Approve 1.0.0" }).click();
  await admin.waitForURL((url) => url.href !== reviewUrl);

  await page.goto("/marketplace?q=offline");
  await page.getByRole("link", { name: /Offline Sync/ }).click();
  await expect(page).toHaveURL(/\/marketplace\/app-plugin\/offline-sync$/);
  await expect(page.getByText("First version")).toBeVisible();
});

test("a worker's report updates an open page without a reload", async ({ page, baseURL }) => {
  await signIn(page, "viewer", `/builder/acme/apps/${FIELD_NOTES}/builds/${RUNNING_BUILD}`);
  await expect(page.getByText("In progress").first()).toBeVisible();
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  const outcome = await report(baseURL ?? "", {
    buildId: RUNNING_BUILD,
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
