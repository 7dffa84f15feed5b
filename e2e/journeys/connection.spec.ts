import type { Page } from "@playwright/test";
import { click, expect, FIELD_NOTES, PEOPLE, signIn, test, versionOfTry } from "./fixtures.ts";

const APP = `/builder/acme/apps/${FIELD_NOTES}`;

/** Opens the form for a build and types a version. */
async function beginBuild(page: Page, version: string) {
  await click(page.getByRole("button", { name: "New build" }).first());
  const dialog = page.getByRole("dialog", { name: "New build" });
  await dialog.getByLabel("Version").fill(version);
  return dialog;
}

/** Calls of a procedure from now on. */
function countCalls(page: Page, procedure: string) {
  const calls: string[] = [];
  page.on("request", (request) => {
    if (new URL(request.url()).pathname.includes(procedure)) calls.push(request.method());
  });
  return calls;
}

test("a change without a network fails at once, can be canceled and is never sent later", async ({
  page,
}) => {
  await signIn(page, "developer", APP);
  const dialog = await beginBuild(page, "7.7.1");
  await page.context().setOffline(true);
  await expect(page.getByText("You’re offline. Changes aren’t saved.")).toBeVisible();
  await dialog.getByRole("button", { name: "Queue build" }).click();
  await expect(dialog.getByRole("alert")).toContainText("Check your connection");
  const calls = countCalls(page, "builds.queue");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog).toBeHidden();
  await page.context().setOffline(false);
  await expect(page.getByText("You’re offline")).toBeHidden();
  // Later calls of the page got through.
  await page.waitForResponse((response) => response.url().includes("/api/trpc/") && response.ok());
  expect(calls).toEqual([]);
  await page.reload();
  await expect(page.getByRole("table").first()).toBeVisible();
  await expect(page.getByText("7.7.1")).toHaveCount(0);
});

test("a page that is opened without a network keeps the one that is shown, says so, and opens later", async ({
  page,
}) => {
  await signIn(page, "developer", APP);
  const heading = page.getByRole("heading", { level: 1 });
  const shown = await heading.textContent();
  await page.context().setOffline(true);
  await click(page.getByRole("navigation").getByRole("link", { name: "Plugins" }).first());
  await expect(page.getByText("You’re offline. The page opens when you reconnect.")).toBeVisible();
  await expect(heading).toHaveText(shown ?? "");
  await page.context().setOffline(false);
  await expect(page).toHaveURL(/\/builder\/acme\/plugins$/);
  await expect(page.getByText("You’re offline")).toBeHidden();
});

test("interrupted live updates are shown until they are back", async ({ page }) => {
  const stream = "**/api/trpc/builds.changes*";
  const notice = page.getByText("Connection lost. Reconnecting…");
  // Response of a proxy while the server restarts. Browsers do not reconnect after it.
  await page.route(stream, (route) => route.fulfill({ status: 502 }));
  await signIn(page, "developer", APP);
  await expect(notice).toBeVisible();
  await page.unroute(stream);
  await expect(notice).toBeHidden({ timeout: 60_000 });
});

test("an expired session is signed in again over the page, which keeps what was typed", async ({ page }) => {
  await signIn(page, "developer", APP);
  const version = versionOfTry("7.7.2");
  const dialog = await beginBuild(page, version);
  await page.context().clearCookies({ name: "drydock.session" });
  const calls = countCalls(page, "builds.queue");
  await dialog.getByRole("button", { name: "Queue build" }).click();
  const expired = page.getByRole("dialog", { name: "Your session has expired" });
  await expect(expired.getByLabel("Email")).toHaveValue(PEOPLE.developer);
  await expect(expired.getByLabel("Password", { exact: true })).toBeFocused();
  await expired.getByLabel("Password", { exact: true }).fill("not this one");
  await expired.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(expired.getByRole("alert")).toHaveText("Incorrect email or password.");
  await expired.getByLabel("Password", { exact: true }).fill("drydock-demo");
  await expired.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(expired).toBeHidden();
  await expect(dialog.getByLabel("Version")).toHaveValue(version);
  expect(calls).toHaveLength(1);
  await dialog.getByRole("button", { name: "Queue build" }).click();
  await expect(page.getByText(version).first()).toBeVisible();
});

test("a form whose code cannot be loaded says so, keeps the page and is loaded again", async ({ page }) => {
  await page.route(/\/_next\/static\/chunks\//, async (route) => {
    const response = await route.fetch();
    return (await response.text()).includes("Queue build") ? route.abort() : route.fulfill({ response });
  });
  await signIn(page, "developer", APP);
  await click(page.getByRole("button", { name: "New build" }).first());
  const dialog = page.getByRole("dialog", { name: "New build" });
  await expect(dialog.getByRole("alert")).toContainText("Check your connection");
  await expect(page.getByText("Success rate, 30 days")).toBeVisible();
  await page.unrouteAll();
  await dialog.getByRole("button", { name: "Try again" }).click();
  await expect(dialog.getByLabel("Version")).toBeVisible();
});
