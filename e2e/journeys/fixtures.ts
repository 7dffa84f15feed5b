import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { promisify } from "node:util";
import { type Browser, type Cookie, expect, type Locator, type Page, test } from "@playwright/test";
import axe from "axe-core";
import { E2E_BUILD_SECRET } from "../support/secrets.ts";

export { expect, test };

/** The demo people of the journeys; all share one password. */
export const PEOPLE = {
  developer: "dev@acme.test",
  owner: "owner@acme.test",
  viewer: "viewer@acme.test",
  stranger: "dev@globex.test",
  admin: "admin@drydock.test",
} as const;

export const ACME = "01900000-0000-7000-8000-00000000a001";
export const DEVELOPER = "01900000-0000-7000-8000-00000000e002";
export const FIELD_NOTES = "01900000-0000-7000-8000-00000000b001";
export const RUNNING_BUILD = "01900000-0000-7000-8000-00000000d001";
export const OFFLINE_SYNC = "01900000-0000-7000-8000-00000000c001";
export const NORDIC_NIGHT = "01900000-0000-7000-8000-00000000c003";

/** What the form gave to each of them, for as long as it holds: who comes again brings it along. */
const sessions = new Map<keyof typeof PEOPLE, { cookies: Cookie[]; at: number }>();
/** Dangerous actions of Super Admins need a sign-in of the last ten minutes. */
const MAX_SESSION_AGE_MS = 7 * 60_000;

/** Signs in and ends on the page that was asked for; through the form when it is the first time, or the session has ended. */
export async function signIn(page: Page, person: keyof typeof PEOPLE, path = "/builder"): Promise<void> {
  const known = sessions.get(person);
  if (known && Date.now() - known.at < MAX_SESSION_AGE_MS) {
    await page.context().addCookies(known.cookies);
    await page.goto(path);
    if (!new URL(page.url()).pathname.startsWith("/sign-in")) return;
  }
  await signInAnew(page, person, path);
}

/** The same through the form in any case, for a session of its own. */
export async function signInAnew(page: Page, person: keyof typeof PEOPLE, path = "/builder"): Promise<void> {
  // With a session, of this person or another, the sign-in page leads on at once.
  await page.context().clearCookies({ name: "drydock.session" });
  await signInWith(page, { email: PEOPLE[person], password: "drydock-demo" }, path);
  const cookies = await page.context().cookies();
  sessions.set(person, {
    cookies: cookies.filter(({ name }) => name === "drydock.session"),
    at: Date.now(),
  });
}

/** Signs in through the form as a user who is not in the demo data. */
export async function signInWith(
  page: Page,
  { email, password }: { email: string; password: string },
  path: string,
): Promise<void> {
  await page.goto(`/sign-in?callbackUrl=${encodeURIComponent(path)}`);
  await expectInteractive(page.getByLabel("Email"));
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  const { pathname } = new URL(path, page.url());
  await page.waitForURL((url) => url.pathname.startsWith(pathname));
}

/** A name that no other try of a journey has taken on the same platform. */
export function nameOfTry(name: string): string {
  return `${name} ${randomUUID().slice(0, 8)}`;
}

/** `9.7.31-1b2c3d4e`: a version that no other try has taken. */
export const versionOfTry = (version: string): string => `${version}-${randomUUID().slice(0, 8)}`;

/** Makes an account with a tenant of its own, whose dashboard it ends on. */
export async function signUp(page: Page, tenantName: string) {
  const slug = tenantName.replaceAll(" ", "-").toLowerCase();
  const person = { email: `${slug}@apps.test`, password: "a few words to remember" };
  await page.goto("/sign-up");
  await expectInteractive(page.getByLabel("Email"));
  await page.getByLabel("Name", { exact: true }).fill("Ada");
  await page.getByLabel("Email").fill(person.email);
  await page.getByLabel("Password", { exact: true }).fill(person.password);
  await page.getByLabel("Workspace name").fill(tenantName);
  await page.getByRole("button", { name: "Create account" }).click();
  await page.waitForURL(`**/builder/${slug}`);
  return { home: `/builder/${slug}`, person };
}

/** Clicks what the server sent once React has taken it over: a click before that would be lost. */
export async function click(control: Locator): Promise<void> {
  await expectInteractive(control);
  await control.click();
}

/** Waits until React answers for an element that the server sent. */
export async function expectInteractive(control: Locator): Promise<void> {
  const isHydrated = () =>
    control.evaluate((element) => Object.keys(element).some((key) => key.startsWith("__reactProps$")));
  await expect.poll(isHydrated, { timeout: 30_000 }).toBe(true);
}

/** Waits until the keys of a part of the page work, by the help that lists them. */
export async function expectShortcuts(page: Page, title: string): Promise<void> {
  const help = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(async () => {
    await page.keyboard.press("?");
    await expect(help).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 30_000 });
  await expect(help.getByText(title, { exact: true })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(help).toBeHidden();
}

/** A page of a browser of one's own, signed in. */
export async function openAs(browser: Browser, person: keyof typeof PEOPLE, path?: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await signIn(page, person, path);
  return page;
}

/** Signs a developer of Acme in and makes a token that permits what is checked; its name is its own, also when tried again. */
export async function createToken(page: Page, name: string, permissions: string[]): Promise<string> {
  await signIn(page, "developer", "/builder/acme/settings/tokens");
  return createTokenHere(page, name, permissions);
}

/** Makes a token on the page of a workspace's API tokens. */
export async function createTokenHere(page: Page, name: string, permissions: string[]): Promise<string> {
  const ownName = `${name} ${Date.now().toString(36)}`;
  await click(page.getByRole("button", { name: "New token" }).first());
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill(ownName);
  for (const permission of permissions) await dialog.getByLabel(permission).check();
  await dialog.getByRole("button", { name: "Create token" }).click();
  const token = (await dialog.getByText(/^eyJ/).first().textContent())?.trim() ?? "";
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(page.getByRole("row", { name: new RegExp(ownName) })).toContainText(token.slice(-4));
  return token;
}

let publishing: string | undefined;

/** A token that publishes for Acme, the same for all who need no more of it, and its developer signed in for pages. */
export async function publishingToken(page: Page): Promise<string> {
  const known = sessions.get("developer");
  if (publishing && known) await page.context().addCookies(known.cookies);
  else publishing = await createToken(page, "Journeys", ["Publish to the marketplace"]);
  return publishing;
}

/** Creates a Super Admin by the operators' command. */
export async function createSuperAdmin(person: { email: string; name: string }) {
  const program = ["server/run.mjs", "server/commands/admin-create.ts"];
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [...program, "--email", person.email, "--name", person.name],
    { env: { ...process.env, DATA_DIR: process.env["E2E_DATA_DIR"], DATABASE_URL: "" } },
  );
  return { ...person, password: stdout.trim() };
}

/** Has a developer of Acme queue a build of Field Notes. @returns the link to it, in the message that says so */
export async function queueBuild(page: Page, version: string): Promise<Locator> {
  await signIn(page, "developer", `/builder/acme/apps/${FIELD_NOTES}`);
  await click(page.getByRole("button", { name: "New build" }).first());
  await page.getByLabel("Version").fill(version);
  await page.keyboard.press("Enter");
  return page.getByRole("link", { name: /^Build #\d+$/ });
}

/** Switches a notification on or off, and waits until that is saved. */
export async function setPreference(control: Locator, isOn: boolean): Promise<void> {
  await expectInteractive(control);
  if ((await control.isChecked()) === isOn) return;
  const saved = control
    .page()
    .waitForResponse((response) => response.url().includes("notifications.setPreference"));
  await control.press("Space");
  expect((await saved).status()).toBe(200);
  await expect(control).toBeChecked({ checked: isOn });
}

/** What a program outside gets for a request, made by curl itself. */
export async function curl(...args: string[]): Promise<{ status: number; body: unknown }> {
  const { stdout } = await promisify(execFile)("curl", ["-sS", "-w", "\n%{http_code}", ...args]);
  const [, body = "", status = ""] = /^([\s\S]*)\n(\d+)$/.exec(stdout) ?? [];
  return { status: Number(status), body: body === "" ? null : JSON.parse(body) };
}

/** Reports on a build as a worker does. */
export function report(origin: string, body: Record<string, string>) {
  return curl(
    "-X",
    "POST",
    `${origin}/api/builds/webhook/status`,
    "-H",
    `x-build-secret: ${E2E_BUILD_SECRET}`,
    "-H",
    "Content-Type: application/json",
    "-d",
    JSON.stringify(body),
  );
}

/** Nothing on the page may bar anybody: WCAG 2.2 AA and axe's best practices. */
export async function expectAccessible(page: Page, except: string[] = []): Promise<void> {
  // While a page is read again, its title is away for a moment.
  await expect(page).toHaveTitle(/./);
  await waitUntilSettled(page);
  expect(await findViolations(page, except)).toEqual([]);
}

/** Violations of WCAG 2.2 AA and of axe's best practices, as texts that name the element. */
export async function findViolations(page: Page, except: string[] = []): Promise<string[]> {
  if (await page.evaluate(() => !("axe" in window))) await page.evaluate(axe.source);
  return page.evaluate(async (selectors) => {
    const { run } = (window as unknown as { axe: typeof axe }).axe;
    // Passed rules are not collected. axe has rules of WCAG 2.2 off by default.
    const { violations } = await run(
      { exclude: selectors },
      { resultTypes: ["violations"], rules: { "target-size": { enabled: true } } },
    );
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id} ${target.join(" ")}: ${failureSummary}`),
    );
  }, except);
}

/** Waits until the page has loaded its content and fonts, and no animation runs. */
export async function waitUntilSettled(page: Page): Promise<void> {
  await expect(page.locator("main [aria-busy='true']")).toHaveCount(0);
  await page.evaluate(untilStill);
}

/** In the page: what was changed last is painted, and nothing is on its way from one look to another. */
async function untilStill(): Promise<void> {
  await document.fonts.ready;
  await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 2_000 }));
  for (const _ of [1, 2]) await new Promise((resolve) => requestAnimationFrame(resolve));
  const isPassing = ({ effect }: Animation) => Number.isFinite(effect?.getComputedTiming().endTime);
  const passing = document.getAnimations().filter(isPassing);
  await Promise.allSettled(passing.map(({ finished }) => finished));
}

/** Both elements are shown, and neither covers a part of the other. */
export async function expectApart(one: Locator, other: Locator): Promise<void> {
  await expect(one).toBeVisible();
  await expect(other).toBeVisible();
  await expect
    .poll(async () => {
      const [a, b] = [await one.boundingBox(), await other.boundingBox()];
      return (
        a &&
        b &&
        (a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y)
      );
    })
    .toBe(true);
}

/** Nothing makes the page scroll sideways, once it is laid out for its width. */
export async function expectFits(page: Page): Promise<void> {
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  await expect.poll(overflow).toBeLessThanOrEqual(0);
}
