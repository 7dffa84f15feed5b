import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { decode, encode } from "next-auth/jwt";
import { totpCode } from "../support/totp-code.ts";
import {
  click,
  expect,
  expectAccessible,
  expectFits,
  expectInteractive,
  nameOfTry,
  openAs,
  signUp,
  test,
} from "./fixtures.ts";

test("an authenticator app asks for its code at sign-in, and a recovery code replaces it once", async ({
  page,
}) => {
  const { home, person } = await signUp(page, nameOfTry("Two Steps"));
  await page.goto("/account/security");
  await click(page.getByRole("button", { name: "Set up" }));
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("img", { name: /QR code/ })).toBeVisible();
  await expectAccessible(page);
  const secret = (await dialog.getByText(/^[A-Z2-7]{32}$/).textContent()) ?? "";
  const used = totpCode(secret, 0, Date.now());
  await dialog.getByLabel("Code", { exact: true }).fill(used);
  await dialog.getByLabel("Current password").fill(person.password);
  await dialog.getByRole("button", { name: "Turn on" }).click();
  const items = dialog.getByRole("listitem");
  await expect(items).toHaveCount(10);
  const codes = await items.allTextContents();
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(page.getByText("10 codes left")).toBeVisible();
  await page.setViewportSize({ width: 320, height: 800 });
  await page.emulateMedia({ colorScheme: "dark" });
  await expectFits(page);
  await expectAccessible(page);

  await page.context().clearCookies();
  await enterPassword(page, person, home);
  await expectAccessible(page);
  // The password alone opens nothing.
  await page.request.get(home, { maxRedirects: 0 }).then((answer) => expect(answer.status()).toBe(307));
  await page.getByLabel("Authentication code").fill(used);
  await page.getByRole("button", { name: "Verify" }).click();
  await expect(page.getByText(/Incorrect or used code/)).toBeVisible();
  await page.getByLabel("Authentication code").fill(totpCode(secret, 1, Date.now()));
  await page.getByRole("button", { name: "Verify" }).click();
  await page.waitForURL((url) => url.pathname === home);

  for (const isFirst of [true, false]) {
    await page.context().clearCookies();
    await enterPassword(page, person, home);
    await page.getByRole("button", { name: "Use a recovery code" }).click();
    await page.getByLabel("Recovery code").fill(codes[0] ?? "");
    await page.getByRole("button", { name: "Verify" }).click();
    if (isFirst) await page.waitForURL((url) => url.pathname === home);
    else await expect(page.getByText(/Incorrect or used code/)).toBeVisible();
  }
});

test("a passkey is added, signs in without the password, and is asked for after it", async ({
  browser,
  baseURL,
}) => {
  // Browsers allow passkeys for host names alone.
  const context = await browser.newContext({ baseURL: (baseURL ?? "").replace("127.0.0.1", "localhost") });
  const page = await context.newPage();
  const client = await context.newCDPSession(page);
  await client.send("WebAuthn.enable");
  await client.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const { home, person } = await signUp(page, nameOfTry("Pass Key"));
  await page.goto("/account/security");
  await click(page.getByRole("button", { name: "Add passkey" }));
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Test laptop");
  await dialog.getByRole("button", { name: "Continue" }).click();
  await expect(dialog.getByRole("listitem")).toHaveCount(10);
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(page.getByText("Test laptop")).toBeVisible();

  await context.clearCookies();
  await page.goto(`/sign-in?callbackUrl=${encodeURIComponent(home)}`);
  await click(page.getByRole("button", { name: "Sign in with a passkey" }));
  await page.waitForURL((url) => url.pathname === home);

  await context.clearCookies();
  await enterPassword(page, person, home);
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await page.waitForURL((url) => url.pathname === home);

  await page.goto("/account/security");
  await click(page.getByRole("button", { name: "Remove" }));
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await expect(page.getByText("No passkeys")).toBeVisible();
  await context.close();
});

test("a dangerous action asks a Super Admin who signed in long ago for the password, and then continues", async ({
  page,
  browser,
}) => {
  const { person } = await signUp(page, nameOfTry("Long Ago"));
  const admin = await openAs(browser, "admin", "/admin/users");
  await ageSession(admin);
  await expectInteractive(admin.getByLabel("Search users"));
  await admin.getByLabel("Search users").fill(person.email);
  await click(admin.getByRole("link", { name: person.email }));
  await click(admin.getByRole("button", { name: "Disable" }));
  const action = admin.getByRole("dialog", { name: /^Disable/ });
  await action.getByLabel("Reason").fill("Left the company.");
  const question = admin.getByRole("dialog", { name: "Confirm it’s you" });

  await action.getByRole("button", { name: "Disable" }).click();
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(action.getByText("Confirm it’s you to do this.")).toBeVisible();

  await action.getByRole("button", { name: "Disable" }).click();
  await question.getByLabel("Password", { exact: true }).fill("wrong");
  await question.getByRole("button", { name: "Confirm" }).click();
  await expect(question.getByText("Is incorrect.")).toBeVisible();
  await expectAccessible(admin);
  await question.getByLabel("Password", { exact: true }).fill("drydock-demo");
  await question.getByRole("button", { name: "Confirm" }).click();
  await expect(admin.getByText(/^Disabled .* Sessions and API tokens are blocked\.$/)).toBeVisible();
});

/** Enters email and password, and waits for the second step. */
async function enterPassword(
  page: Page,
  { email, password }: { email: string; password: string },
  path: string,
) {
  await page.goto(`/sign-in?callbackUrl=${encodeURIComponent(path)}`);
  await expectInteractive(page.getByLabel("Email"));
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByRole("button", { name: "Start over" })).toBeVisible();
}

/** Moves the sign-in of a session eleven minutes into the past, with the server's own secret. */
async function ageSession(page: Page): Promise<void> {
  const file = await readFile(join(process.env["E2E_DATA_DIR"] ?? "", "secrets.json"), "utf8");
  const { NEXTAUTH_SECRET: secret = "" } = JSON.parse(file) as Record<string, string>;
  const cookies = await page.context().cookies();
  const session = cookies.find(({ name }) => name === "drydock.session");
  if (!session) throw new Error("no session");
  const token = await decode({ token: session.value, secret });
  const aged = { ...token, authenticatedAt: Date.now() - 11 * 60_000 };
  await page.context().addCookies([{ ...session, value: await encode({ token: aged, secret }) }]);
}
