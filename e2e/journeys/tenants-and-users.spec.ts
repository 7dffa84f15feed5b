import {
  ACME,
  click,
  createTokenHere,
  curl,
  expect,
  expectAccessible,
  expectInteractive,
  nameOfTry,
  openAs,
  signIn,
  signInWith,
  signUp,
  test,
} from "./fixtures.ts";
import { linkIn, receiveMail } from "./mailbox.ts";

test("a suspended tenant's token and pages stop working, and a restored one's work again", async ({
  page,
  browser,
  baseURL,
}) => {
  // A workspace of its own: the pages of Acme are read at the same time.
  const tenantName = nameOfTry("Empty Slip");
  const { home } = await signUp(page, tenantName);
  await page.goto(`${home}/settings/tokens`);
  const token = await createTokenHere(page, "suspended-later", ["Read builds"]);
  const { tid } = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());
  const headers = ["-H", `Authorization: Bearer ${token}`, "-H", `X-Tenant-Id: ${tid}`];
  const askMe = async () => (await curl(`${baseURL}/api/me`, ...headers)).status;
  expect(await askMe()).toBe(200);

  const admin = await openAs(browser, "admin", "/admin/tenants");
  await expectInteractive(admin.getByLabel("Search workspaces"));
  await admin.getByLabel("Search workspaces").fill(tenantName);
  await expect(admin).toHaveURL(/q=Empty/);
  await click(admin.getByRole("link", { name: tenantName }));
  await click(admin.getByRole("button", { name: "Suspend workspace" }));
  const dialog = admin.getByRole("dialog");
  const confirm = dialog.getByRole("button", { name: "Suspend workspace" });
  await dialog.getByLabel(/to confirm/).fill(home.split("/").at(-1) ?? "");
  await expect(confirm).toBeDisabled();
  await dialog.getByLabel("Reason").fill("Invoices unpaid.");
  await confirm.click();
  await expect(dialog).toBeHidden();
  await expect(admin.getByText("Invoices unpaid.").first()).toBeVisible();
  await expect.poll(askMe, { timeout: 5_000 }).toBe(401);
  expect((await page.goto(home))?.status()).toBe(404);

  await click(admin.getByRole("button", { name: "Restore workspace" }));
  await admin.getByRole("dialog").getByRole("button", { name: "Restore workspace" }).click();
  await expect(admin.getByRole("button", { name: "Suspend workspace" })).toBeVisible();
  await expect.poll(askMe, { timeout: 5_000 }).toBe(200);
  expect((await page.goto(home))?.status()).toBe(200);
});

test("a disabled person's open session ends, and an enabled one signs in again", async ({
  page,
  browser,
}) => {
  const { home, person } = await signUp(page, nameOfTry("Left Luggage"));
  const admin = await openAs(browser, "admin", "/admin/users");
  await expectInteractive(admin.getByLabel("Search users"));
  await admin.getByLabel("Search users").fill(person.email);
  await click(admin.getByRole("link", { name: person.email }));
  await click(admin.getByRole("button", { name: "Disable" }));
  const dialog = admin.getByRole("dialog");
  await dialog.getByLabel("Reason").fill("Left the company.");
  await dialog.getByRole("button", { name: "Disable" }).click();
  await expect(dialog).toBeHidden();
  await expect(admin.getByText("Left the company.").first()).toBeVisible();
  await page.goto(home);
  await expect(page).toHaveURL(/\/sign-in/);

  await click(admin.getByRole("button", { name: "Enable" }));
  await admin.getByRole("dialog").getByRole("button", { name: "Enable" }).click();
  await expect(admin.getByRole("button", { name: "Disable" })).toBeVisible();
  await signInWith(page, person, home);
});

test("a Super Admin verifies an email after seeing what ends, and its owner chooses a password and what to end", async ({
  page,
  browser,
}) => {
  const { home, person } = await signUp(page, nameOfTry("Borrowed Name"));
  const admin = await openAs(browser, "admin", "/admin/users");
  await expectInteractive(admin.getByLabel("Search users"));
  await admin.getByLabel("Search users").fill(person.email);
  await click(admin.getByRole("link", { name: person.email }));
  await expect(admin.getByRole("button", { name: "Make Super Admin" })).toBeDisabled();
  await click(admin.getByRole("button", { name: "Verify email" }));
  const dialog = admin.getByRole("dialog");
  await expect(dialog).toContainText("1 session ends");
  await expect(dialog).toContainText("0 API tokens are revoked");
  await expectAccessible(admin);
  await dialog.getByRole("button", { name: "Verify email" }).click();
  await expect(dialog).toBeHidden();
  await page.goto(home);
  await expect(page).toHaveURL(/\/sign-in/);

  const owner = await (await browser.newContext()).newPage();
  const link = async () => linkIn(await receiveMail(person.email, /Reset your password/), "/reset-password");
  const first = await link();
  await owner.goto(first);
  await expectInteractive(owner.getByLabel("New password"));
  await expect(owner.getByText("If someone else had access")).toHaveCount(0);
  const password = "words that its owner chose";
  await owner.getByLabel("New password").fill(password);
  await owner.getByRole("button", { name: "Change password" }).click();
  await expect(owner.getByText("Your password was changed.")).toBeVisible();

  await signInWith(owner, { email: person.email, password }, `${home}/settings/tokens`);
  await createTokenHere(owner, "kept-or-not", ["Read builds"]);
  await click(admin.getByRole("button", { name: "Send reset link" }));
  await dialog.getByRole("button", { name: "Send reset link" }).click();
  await expect(dialog).toBeHidden();
  await expect.poll(link).not.toBe(first);
  await owner.goto(await link());
  const revoke = owner.getByRole("checkbox", { name: /Revoke 1 API token/ });
  await expect(revoke).not.toBeChecked();
  await expectAccessible(owner);
  await owner.getByLabel("New password").fill("other words of its owner");
  await revoke.check();
  await owner.getByRole("button", { name: "Change password" }).click();
  await expect(owner.getByText("Your password was changed.")).toBeVisible();
  await expect(owner.getByText("API tokens that keep working")).toHaveCount(0);
});

test("a Super Admin changes a member's role, and the last owner stays one", async ({ page }) => {
  await signIn(page, "admin", `/admin/tenants/${ACME}`);
  const role = page.getByRole("button", { name: "Role of Mara in Acme Studio" });
  await click(role);
  await page.getByRole("menuitemradio", { name: "Viewer" }).click();
  await expect(page.getByText("A workspace needs at least one owner.")).toBeVisible();
  await expect(role).toHaveText("Owner");
});
