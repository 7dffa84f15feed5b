import type { Page } from "@playwright/test";
import {
  click,
  expect,
  expectAccessible,
  expectFits,
  expectInteractive,
  nameOfTry,
  PEOPLE,
  queueBuild,
  report,
  setPreference,
  signIn,
  signInWith,
  signUp,
  test,
} from "./fixtures.ts";
import { linkIn, receiveMail, verifyEmail } from "./mailbox.ts";

const NEW_PASSWORD = "other words for the same account";

test("an account changes its password and its address, is told by mail, and stays while it is a last owner", async ({
  page,
  browser,
}) => {
  const { home, person } = await signUp(page, nameOfTry("Moving Out"));
  const { email, password } = person;
  await verifyEmail(page, email);
  const elsewhere = await (await browser.newContext()).newPage();
  await signInWith(elsewhere, person, home);

  await page.goto("/account/security");
  const sessions = page
    .locator("section")
    .filter({ has: page.getByRole("heading", { name: "Sessions" }) })
    .getByRole("listitem");
  await expect(sessions).toHaveText([
    /^Chrome on Linux.*This session.*Active now/,
    /^Chrome on Linux.*Last active/,
  ]);
  await click(sessions.getByRole("button", { name: "Sign out" }));
  const question = page.getByRole("dialog", { name: "Sign out Chrome on Linux?" });
  await expectAccessible(page);
  await question.getByRole("button", { name: "Sign out" }).click();
  await expect(sessions).toHaveCount(1);
  await elsewhere.goto("/account");
  await elsewhere.waitForURL("**/sign-in?**");
  await signInWith(elsewhere, person, home);

  await fillForm(page, { "Current password": password, "New password": NEW_PASSWORD });
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("Password changed. All other sessions are signed out.")).toBeVisible();
  await receiveMail(email, /Your password was changed/);
  await elsewhere.goto("/account");
  await elsewhere.waitForURL("**/sign-in?**");

  const moved = email.replace("@", ".moved@");
  await page.goto("/account");
  await fillForm(page, { "New email": moved, "Current password": NEW_PASSWORD });
  await page.getByRole("button", { name: "Change email" }).click();
  await expect(page.getByText(`open the link we sent to ${moved}`)).toBeVisible();
  await page.goto(linkIn(await receiveMail(moved, /Confirm your new email/), "/verify-email"));
  await expect(page.getByText(`${moved} replaces ${email}.`)).toBeVisible();
  await click(page.getByRole("button", { name: "Confirm email" }));
  await page.waitForURL("**/account");
  await expect(page.getByText(moved)).toBeVisible();
  for (const address of [email, moved]) {
    const { text } = await receiveMail(address, /Your email address was changed/);
    expect(text).toContain(`from ${email} to ${moved}`);
  }

  const dialog = page.getByRole("dialog", { name: "Delete your account?" });
  await click(page.getByRole("button", { name: "Delete account" }));
  await expect(dialog).toContainText("Builds, listings and audit entries are kept without your name");
  await dialog.getByLabel("Type “delete” to confirm").fill("delete");
  await dialog.getByLabel("Current password", { exact: true }).fill(NEW_PASSWORD);
  await dialog.getByRole("button", { name: "Delete account" }).click();
  await expect(dialog.getByRole("alert")).toContainText("You are the last owner of Moving Out");
  await expectAccessible(page);
  await page.setViewportSize({ width: 320, height: 800 });
  await expectFits(page);
});

test("the mail of a failed build stops with one click, and the page of its link tells so", async ({
  page,
  browser,
  baseURL,
}) => {
  await signIn(page, "developer", "/account/notifications");
  const choice = page.getByRole("switch", { name: "Failed builds: email" });
  await setPreference(choice, true);
  const build = await queueBuild(page, "3.2.1");
  const number = /#\d+/.exec((await build.textContent()) ?? "")?.[0] ?? "";
  await build.click();
  await page.waitForURL(/\/builds\/[0-9a-f-]{36}$/);
  const buildId = page.url().split("/").at(-1) ?? "";
  for (const status of ["IN_PROGRESS", "FAILED"]) {
    await report(baseURL ?? "", {
      buildId,
      status,
      ...(status === "FAILED" && { errorLog: "error: no such module" }),
    });
  }
  const mail = await receiveMail(PEOPLE.developer, new RegExp(`^Field Notes ${number} failed`));
  expect(mail.text).toContain("no such module");
  // As a mail program does it (RFC 8058): without cookies.
  const list = mail.headers.get("list") as unknown as { unsubscribe: { url: string } };
  expect(mail.headerLines.find(({ key }) => key === "list-unsubscribe-post")?.line).toMatch(
    /: List-Unsubscribe=One-Click$/,
  );
  const reader = await (await browser.newContext()).newPage();
  await reader.goto(linkIn(mail, "/unsubscribe/"));
  await expect(reader.getByRole("button", { name: "Unsubscribe" })).toBeVisible();
  await expectAccessible(reader);
  const answer = await reader.request.post(list.unsubscribe.url, {
    form: { "List-Unsubscribe": "One-Click" },
  });
  expect(answer.status()).toBe(200);
  await reader.reload();
  await expect(reader.getByRole("heading", { name: "Unsubscribed" })).toBeVisible();

  await page.goto("/account/notifications");
  await expectInteractive(choice);
  await expect(choice).not.toBeChecked();
  await setPreference(choice, true);

  // What could not be saved is not shown as if it were.
  await page.route("**/api/trpc/**", (route) => route.abort());
  const ofApp = page.getByLabel("Builds of Field Notes");
  const saved = await ofApp.inputValue();
  await choice.press("Space");
  await expect(page.getByText("The server didn’t respond.").first()).toBeVisible();
  await expect(choice).toBeChecked();
  await ofApp.selectOption("Off");
  await expect(ofApp).toHaveValue(saved);
});

async function fillForm(page: Page, values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values)) {
    const field = page.getByLabel(label, { exact: true });
    await expectInteractive(field);
    await field.fill(value);
  }
}
