import { click, expect, expectInteractive, FIELD_NOTES, signIn, signInAnew, test } from "./fixtures.ts";

const PROTECTED = [
  "/builder/acme",
  `/builder/acme/apps/${FIELD_NOTES}`,
  `/builder/acme/apps/${FIELD_NOTES}/plugins/app-plugin/route-cache`,
  "/builder/acme/settings/tokens",
  "/admin",
  "/admin/moderation",
];

test("protected pages redirect signed-out visitors to sign-in and back", async ({ request }) => {
  for (const path of PROTECTED) {
    const response = await request.get(path, { maxRedirects: 0 });
    expect(response.status(), path).toBe(307);
    expect(response.headers()["location"]).toContain(`/sign-in?callbackUrl=${encodeURIComponent(path)}`);
  }
});

const SPELLINGS: ((path: string) => [string, Record<string, string>])[] = [
  (path) => [path, {}],
  (path) => [path, { rsc: "1" }],
  (path) => [path, { rsc: "1", "next-router-prefetch": "1" }],
  (path) => [path, { rsc: "1", "next-router-segment-prefetch": "/_tree" }],
  (path) => [path, { "x-middleware-subrequest": "proxy:proxy:proxy:proxy:proxy" }],
  (path) => [path, { "x-forwarded-host": "drydock.example", "x-forwarded-for": "127.0.0.1" }],
  (path) => [`${path}.rsc`, {}],
  (path) => [path.replace("/a", "/%61"), {}],
  (path) => [path.replace("/", "//"), {}],
];

test("a tenant's and the admins' pages do not exist for others, in every spelling", async ({
  page,
  baseURL,
}) => {
  await signIn(page, "stranger");
  for (const path of PROTECTED) {
    for (const spell of SPELLINGS) {
      const [spelled, headers] = spell(path);
      const response = await page.request.get(`${baseURL}${spelled}`, {
        headers,
        maxRedirects: 5,
        failOnStatusCode: false,
      });
      expect(response.status(), `${spelled} ${JSON.stringify(headers)}`).toBe(404);
      expect(await response.text()).not.toContain("Field Notes");
    }
  }
});

test("a Super Admin is no member of a tenant", async ({ page }) => {
  await signIn(page, "admin", "/admin");
  const response = await page.request.get("/builder/acme", { failOnStatusCode: false });
  expect(response.status()).toBe(404);
});

test("public pages offer sign-in to signed-out visitors, and the dashboard to signed-in users", async ({
  page,
}) => {
  const pages = ["/", "/marketplace", "/docs"];
  const header = page.getByRole("banner");
  for (const path of pages) {
    await page.goto(path);
    await expect(header.getByRole("link", { name: "Sign in" })).toBeVisible();
  }
  await page.goto("/");
  await expect(page.getByRole("link", { name: "Create account" })).toHaveAttribute("href", "/sign-up");
  await expect(page.getByRole("figure").getByRole("img").filter({ visible: true })).toHaveCount(2);
  await signIn(page, "developer");
  for (const path of pages) {
    await page.goto(path);
    await expect(header.getByRole("link", { name: "Dashboard" })).toHaveAttribute("href", "/dashboard");
    const signIn = page.getByRole("link", { name: /^Sign in/ });
    for (const bar of [header, page.getByRole("contentinfo")])
      await expect(bar.filter({ has: signIn })).toHaveCount(0);
  }
});

test("the dashboard is the Builder for members, and Admin for a Super Admin without a workspace", async ({
  page,
}) => {
  await signIn(page, "developer", "/dashboard");
  await expect(page).toHaveURL(/\/builder\/acme$/);
  await page.context().clearCookies();
  await page.goto("/sign-in");
  await expectInteractive(page.getByLabel("Email"));
  await page.getByLabel("Email").fill("admin@drydock.test");
  await page.getByLabel("Password", { exact: true }).fill("drydock-demo");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page).toHaveURL(/\/admin$/);
});

test("signing out ends every session of the person", async ({ page, browser }) => {
  await signInAnew(page, "owner");
  const elsewhere = await (await browser.newContext()).newPage();
  await signInAnew(elsewhere, "owner");
  await click(page.getByRole("button", { name: /account|menu/i }).last());
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await page.waitForURL((url) => !url.pathname.startsWith("/builder"));
  await elsewhere.goto("/builder/acme");
  await expect(elsewhere).toHaveURL(/\/sign-in/);
});

test("a wrong password is refused in words that tell nothing else", async ({ page }) => {
  await page.goto("/sign-in");
  await expectInteractive(page.getByLabel("Email"));
  await page.getByLabel("Email").fill("nobody@acme.test");
  await page.getByLabel("Password", { exact: true }).fill("wrong");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByRole("alert").first()).toContainText("Incorrect email or password");
});
