import type { Browser, BrowserContext, Page } from "@playwright/test";
import { findLayoutDefects, findLayoutShift, recordPage, VIEWS } from "../support/page-quality.ts";
import {
  ACME,
  DEVELOPER,
  expect,
  FIELD_NOTES,
  findViolations,
  NORDIC_NIGHT,
  OFFLINE_SYNC,
  RUNNING_BUILD,
  signIn,
  test,
  waitUntilSettled,
} from "./fixtures.ts";

/** A page by its path, or by a link to it on another page, for rows whose keys the demo data does not fix. */
type Target = string | { on: Target; link: RegExp; text?: string };

/** Of the demo data: journeys beside these tests create others, without deliveries. */
const CHANNEL: Target = {
  on: "/admin/notifications",
  link: /\/notifications\/[\da-f-]{36}$/,
  text: "Release board",
};

const PAGES: Record<string, { person: "developer" | "owner" | "admin" | null; pages: Target[] }> = {
  "of the site": {
    person: null,
    pages: [
      "/",
      "/marketplace",
      "/marketplace/theme/paper-trail?from=1.0.0",
      "/marketplace/app-plugin/photo-annotate",
      "/marketplace/app-plugin/photo-annotate/report",
      "/marketplace/publishers/acme",
      "/docs",
      "/docs/cli",
      "/docs/moderation",
      "/docs/workers",
      "/docs/registry",
      "/docs/installations",
      "/docs/api",
      "/docs/errors",
      { on: "/docs/errors", link: /^\/docs\/errors\/./ },
      "/docs/callbacks",
      "/docs/checks",
      "/docs/search?q=token",
      "/sign-in",
      "/sign-up",
      "/forgot-password",
    ],
  },
  "of the Builder": {
    person: "developer",
    pages: [
      "/builder/acme",
      "/builder/acme/apps",
      `/builder/acme/apps/${FIELD_NOTES}`,
      `/builder/acme/apps/${FIELD_NOTES}/builds/${RUNNING_BUILD}`,
      { on: "/builder/acme/builds?status=FAILED", link: /\/builds\/[\da-f-]{36}$/ },
      "/builder/acme/builds",
      "/builder/acme/plugins",
      `/builder/acme/plugins/${OFFLINE_SYNC}`,
      `/builder/acme/plugins/${OFFLINE_SYNC}/submit`,
      `/builder/acme/apps/${FIELD_NOTES}/plugins`,
      `/builder/acme/apps/${FIELD_NOTES}/plugins/app-plugin/photo-annotate`,
      "/builder/acme/install/app-plugin/barcode-scan",
      `/builder/acme/apps/${FIELD_NOTES}/variables`,
      "/builder/acme/themes",
      `/builder/acme/themes/${NORDIC_NIGHT}`,
      `/builder/acme/themes/${NORDIC_NIGHT}/edit`,
      `/builder/acme/themes/${NORDIC_NIGHT}/submit`,
      "/builder/acme/listings",
      { on: "/builder/acme/listings", link: /\/listings\/[\da-f-]{36}$/ },
      "/builder/acme/billing",
      "/builder/acme/settings/members",
      "/builder/acme/settings/tokens",
      "/builder/acme/settings/system-plugins",
      "/builder/acme/settings/general",
      "/account",
      "/account/security",
      "/account/tokens",
      "/account/notifications",
    ],
  },
  "of the owners": {
    person: "owner",
    pages: [
      "/builder/acme/settings/activity",
      { on: "/builder/acme/settings/activity", link: /\/activity\/[\da-f-]{36}$/ },
    ],
  },
  "of the Super Admins": {
    person: "admin",
    pages: [
      "/admin",
      "/admin/moderation",
      "/admin/moderation/saved-replies",
      "/admin/moderation/reports",
      { on: "/admin/moderation", link: /\/moderation\/[\da-f-]{36}$/ },
      "/admin/rollouts",
      "/admin/builds",
      "/admin/failures",
      { on: "/admin/failures", link: /\/admin\/failures\/[\da-f-]{36}$/ },
      { on: "/admin/builds", link: /\/admin\/builds\/[\da-f-]{36}$/ },
      "/admin/workers",
      "/admin/catalog",
      "/admin/catalog?state=UNPUBLISHED",
      "/admin/catalog/listings",
      "/admin/catalog/featured",
      "/admin/tenants",
      `/admin/tenants/${ACME}`,
      "/admin/users",
      `/admin/users/${DEVELOPER}`,
      "/admin/mail",
      // Mails with a secret link are not shown.
      { on: "/admin/mail", link: /\/admin\/mail\/[\da-f-]{36}$/, text: " builds" },
      "/admin/audit",
      { on: "/admin/audit", link: /\/audit\/[\da-f-]{36}$/ },
      "/admin/billing",
      { on: "/admin/billing", link: /\/billing\/./ },
      "/admin/notifications",
      CHANNEL,
      { on: CHANNEL, link: /\/deliveries\/./ },
      "/admin/system",
    ],
  },
};

/** What a page repeats so often that looking at each would take as long as all other pages. */
const ALIKE: Record<string, string[]> = {
  "/docs/api": ["main section section[id] ~ section[id] ~ section[id]"],
};

for (const [whose, { person, pages }] of Object.entries(PAGES)) {
  for (const [index, target] of pages.entries()) {
    const title = describeTarget(target);
    test(`the page ${title} ${whose} is accessible and well laid out at every width, light and dark`, async ({
      browser,
    }) => {
      const context = await contextOf(browser, person);
      const page = await context.newPage();
      const { errors } = await recordPage(page);
      const path = await findPath(page, target);
      const defects: string[] = [];
      for (const [view, { width, colorScheme, isLoaded }] of VIEWS.entries()) {
        await page.setViewportSize({ width, height: width < 640 ? 800 : 900 });
        await page.emulateMedia({ colorScheme });
        const found = isLoaded ? await load(page, path) : [];
        await expect(page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`)).toBeAttached();
        await waitUntilSettled(page);
        found.push(...(await findLayoutDefects(page)));
        if (isAudited(view, index)) found.push(...(await findViolations(page, ALIKE[path])));
        found.push(...errors.splice(0));
        defects.push(...found.map((defect) => `${width} ${colorScheme}: ${defect}`));
      }
      expect(defects).toEqual([]);
      await page.close();
    });
  }
}

/** Views audited by axe: all with `ALL_VIEWS=1`; otherwise one of the first two in turn, since audits take most of the time. */
const isAudited = (view: number, page: number): boolean =>
  process.env["ALL_VIEWS"] !== undefined || view === page % 2;

/** Late fonts and scripts on a busy machine shift a page now and then; a defect of its layout shifts it on each load. */
const MAX_LOADS = 4;

/** Loads a page. Returns its layout shift if that is too large on every load. */
async function load(page: Page, path: string): Promise<string[]> {
  let shift: string | undefined;
  for (let loads = 0; loads < MAX_LOADS; loads += 1) {
    expect((await page.goto(path))?.status()).toBe(200);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await waitUntilSettled(page);
    shift = await findLayoutShift(page);
    if (!shift) return [];
  }
  return shift ? [shift] : [];
}

function describeTarget(target: Target): string {
  return typeof target === "string" ? target : `${describeTarget(target.on)} → ${target.link.source}`;
}

/** Path of a target; opens the page that links to it. */
async function findPath(page: Page, target: Target): Promise<string> {
  if (typeof target === "string") return target;
  await page.goto(await findPath(page, target.on));
  const { text } = target;
  const links = page.locator("main a[href]", text ? { hasText: text } : {});
  let path: string | undefined;
  const find = async () => {
    const hrefs = await links.evaluateAll((found) => found.map((link) => link.getAttribute("href") ?? ""));
    path = hrefs.find((href) => target.link.test(href));
    return path;
  };
  await expect
    .poll(find, { message: `link like ${target.link} on ${describeTarget(target.on)}` })
    .toBeDefined();
  return path ?? "";
}

const contexts = new Map<string, BrowserContext>();

/** A browser of a person who signed in for the first page, and keeps session and scripts for the others. */
async function contextOf(
  browser: Browser,
  person: "developer" | "owner" | "admin" | null,
): Promise<BrowserContext> {
  const known = contexts.get(person ?? "");
  if (known) return known;
  const context = await browser.newContext({
    colorScheme: "light",
    reducedMotion: "reduce",
    viewport: { width: 1280, height: 800 },
  });
  if (person) {
    const page = await context.newPage();
    await signIn(page, person, person === "admin" ? "/admin" : "/builder");
    await page.close();
  }
  contexts.set(person ?? "", context);
  return context;
}
