import {
  click,
  expect,
  expectAccessible,
  expectInteractive,
  nameOfTry,
  openAs,
  PEOPLE,
  signInAnew,
  signInWith,
  signUp,
  test,
} from "./fixtures.ts";
import { linkIn, receiveMail, verifyEmail } from "./mailbox.ts";

const PASSWORD = "a few words to remember";

test("a new person signs up, gets a tenant, verifies the email and changes the name of the tenant", async ({
  page,
}) => {
  const workspace = nameOfTry("Ada & Sons");
  const slug = workspace.toLowerCase().replace(" & ", "-").replace(" ", "-");
  const email = `${slug}@journeys.test`;
  await page.goto("/sign-in");
  await click(page.getByRole("link", { name: "Create account" }));
  await page.waitForURL("**/sign-up");
  await expectInteractive(page.getByLabel("Email"));
  await page.getByLabel("Password", { exact: true }).fill("short");
  await page.getByRole("button", { name: "Create account" }).click();
  // Empty and invalid fields at once.
  await expect(page.getByText("Enter a workspace name")).toBeVisible();
  await expect(page.getByText("Must be at least 10 characters long.")).toBeVisible();
  await expect(page.getByLabel("Name", { exact: true })).toBeFocused();
  await page.getByLabel("Name", { exact: true }).fill("Ada");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Workspace name").fill(workspace);
  await expectAccessible(page);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Create account" }).click();
  await page.waitForURL(`**/builder/${slug}`);
  await expect(page.getByText(`${workspace} is ready`)).toBeVisible();

  // Unverified, Ada can look around, but invite nobody.
  await page.goto(`/builder/${slug}/settings/members`);
  await expect(page.getByText(`Open the link we sent to ${email}.`)).toBeVisible();
  await click(page.getByRole("button", { name: "Invite member" }).first());
  await page.getByRole("dialog").getByLabel("Name").fill("Grace");
  await page.getByRole("dialog").getByLabel("Email").fill("grace@journeys.test");
  await page.getByRole("button", { name: "Invite", exact: true }).click();
  await expect(page.getByRole("dialog").getByRole("alert")).toContainText("not verified");
  await page.goto(linkIn(await receiveMail(email, /Verify your email/), "/verify-email"));
  await expectAccessible(page);
  await click(page.getByRole("button", { name: "Verify email" }));
  await page.waitForURL(`**/builder/${slug}`);
  await expect(page.getByText("Verify your email.")).toHaveCount(0);

  await page.goto(`/builder/${slug}/settings/general`);
  await expectInteractive(page.getByLabel("Name"));
  await page.getByLabel("Name").fill("Ada and Daughters");
  await page.getByRole("button", { name: "Rename" }).click();
  await expect(page.getByText("Workspace renamed to Ada and Daughters")).toBeVisible();
});

test("a new person joins by an invitation that works once, loses the workspace when removed, and deletes the account", async ({
  page,
  browser,
}) => {
  const name = nameOfTry("Grace");
  const email = `${name.toLowerCase().replace(" ", "-")}@journeys.test`;
  const owner = await openAs(browser, "owner", "/builder/acme/settings/members");
  await click(owner.getByRole("button", { name: "Invite member" }).first());
  await owner.getByRole("dialog").getByLabel("Name").fill(name);
  await owner.getByRole("dialog").getByLabel("Email").fill(email);
  await owner.getByRole("button", { name: "Invite", exact: true }).click();
  await expect(owner.getByText(`We sent an invitation to ${email}.`)).toBeVisible();
  await owner.getByRole("button", { name: "Done" }).click();
  const link = linkIn(await receiveMail(email, /Join Acme Studio/), "/invite/");

  await page.goto(link);
  await expectInteractive(page.getByLabel("Email"));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Join Acme Studio");
  await expectAccessible(page);
  await expect(page.getByLabel("Name")).toHaveValue(name);
  await expect(page.getByLabel("Email")).toHaveValue(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Join Acme Studio" }).click();
  await page.waitForURL("**/builder/acme");
  await expect(page.getByRole("heading", { level: 1, name: "Overview" })).toBeVisible();

  const latecomer = await (await browser.newContext()).newPage();
  await latecomer.goto(link);
  await expect(latecomer.getByText("Invitation already used")).toBeVisible();
  await expect(latecomer).toHaveTitle(/^Invitation already used/);

  await owner.reload();
  await expect(owner.getByRole("row", { name: new RegExp(name) }).first()).toContainText(email);
  await click(owner.getByRole("button", { name: `Remove ${name}` }));
  await owner.getByRole("button", { name: "Remove member" }).click();
  await expect(owner.getByText(`${name} removed`)).toBeVisible();
  expect((await page.goto("/builder/acme"))?.status()).toBe(404);

  await page.goto("/account");
  await click(page.getByRole("button", { name: "Delete account" }));
  const dialog = page.getByRole("dialog", { name: "Delete your account?" });
  await dialog.getByLabel("Type “delete” to confirm").fill("delete");
  await dialog.getByLabel("Current password").fill(PASSWORD);
  await dialog.getByRole("button", { name: "Delete account" }).click();
  await page.waitForURL("**/sign-in");
  await receiveMail(email, /Your account was deleted/);
  await page.goto("/account");
  await page.waitForURL("**/sign-in?**");
});

test("a user signed in with another account signs out and joins with one click", async ({
  page,
  browser,
}) => {
  const owner = await openAs(browser, "owner", "/builder/acme/settings/members");
  await click(owner.getByRole("button", { name: "Invite member" }).first());
  await owner.getByRole("dialog").getByLabel("Name").fill("Sam");
  await owner.getByRole("dialog").getByLabel("Email").fill(PEOPLE.stranger);
  await owner.getByRole("radio", { name: "Viewer" }).check();
  await owner.getByRole("button", { name: "Invite", exact: true }).click();
  const link = new URL((await owner.getByText(/\/invite\//).textContent())?.trim() ?? "");
  await signInAnew(page, "viewer", link.pathname);
  await expect(page.getByText(`Sign out to join as ${PEOPLE.stranger}.`)).toBeVisible();
  await click(page.getByRole("button", { name: "Sign out" }));
  await expect(page.getByRole("link", { name: "Sign in to join" })).toBeVisible();
  await signInWith(page, { email: PEOPLE.stranger, password: "drydock-demo" }, link.pathname);
  await click(page.getByRole("button", { name: "Join Acme Studio" }));
  await page.waitForURL("**/builder/acme");
  await page.goto("/builder/acme/settings/general");
  await click(page.getByRole("button", { name: "Leave workspace" }));
  await page.getByRole("dialog").getByLabel(/Type/).fill("acme");
  await page.getByRole("dialog").getByRole("button", { name: "Leave workspace" }).click();
  await page.waitForURL("**/builder/globex");
});

test("a forgotten password is reset by mail, which ends the old session", async ({ page, browser }) => {
  const { email } = (await signUp(page, nameOfTry("Forgetful Yard"))).person;
  await verifyEmail(page, email);

  const other = await (await browser.newContext()).newPage();
  await other.goto("/sign-in");
  await click(other.getByRole("link", { name: "Forgot password?" }));
  await other.waitForURL("**/forgot-password");
  await expectInteractive(other.getByLabel("Email"));
  await expectAccessible(other);
  await other.getByLabel("Email").fill(email);
  await other.getByRole("button", { name: "Send reset link" }).click();
  await expect(other.getByRole("heading", { level: 1 })).toHaveText("Check your email");
  await expect(other.getByText(`If an account exists for ${email}, a link is on its way.`)).toBeVisible();
  const link = linkIn(await receiveMail(email, /Reset your password/), "/reset-password");
  const response = await other.goto(link);
  expect(response?.headers()["referrer-policy"]).toBe("no-referrer");
  await expectInteractive(other.getByLabel("New password"));
  await expectAccessible(other);
  await other.getByLabel("New password").fill("another few words to remember");
  await other.getByRole("button", { name: "Change password" }).click();
  await expect(other.getByText("Your password was changed.")).toBeVisible();
  expect((await other.goto(link))?.status()).toBe(404);
  await expect(other.getByText("This link is no longer valid")).toBeVisible();

  await page.goto("/account");
  await page.waitForURL("**/sign-in?**");
  await signInWith(page, { email, password: "another few words to remember" }, "/account/security");
  await expectAccessible(page);
});

test("a reset of an account that was never verified keeps its workspace, if its owner says so", async ({
  page,
  browser,
}) => {
  const name = nameOfTry("Newco Labs");
  const { email } = (await signUp(page, name)).person;
  const other = await (await browser.newContext()).newPage();
  await other.goto("/forgot-password");
  await expectInteractive(other.getByLabel("Email"));
  await other.getByLabel("Email").fill(email);
  await other.getByRole("button", { name: "Send reset link" }).click();
  await other.goto(linkIn(await receiveMail(email, /Reset your password/), "/reset-password"));
  await expectInteractive(other.getByLabel("New password"));
  await expect(
    other.getByRole("group", { name: /created Newco Labs.* and was never verified/ }),
  ).toBeVisible();
  const password = "words that its owner chose";
  await other.getByLabel("New password").fill(password);
  await other.getByRole("button", { name: "Change password" }).click();
  await expect(other.getByRole("alert").filter({ hasText: "Choose what happens" })).toBeVisible();
  await expectAccessible(other);
  await other.getByRole("radio", { name: /^Keep it/ }).check();
  await other.getByRole("button", { name: "Change password" }).click();
  await expect(other.getByText("Your password was changed.")).toBeVisible();
  await page.goto("/account");
  await page.waitForURL("**/sign-in?**");
  await signInWith(other, { email, password }, "/builder");
  await expect(other.getByText(name).first()).toBeVisible();
});
