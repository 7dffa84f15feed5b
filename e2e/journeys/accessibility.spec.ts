import type { Browser, BrowserContext } from "@playwright/test";
import {
  ACME,
  DEVELOPER,
  expect,
  expectAccessible,
  expectFits,
  FIELD_NOTES,
  NORDIC_NIGHT,
  OFFLINE_SYNC,
  RUNNING_BUILD,
  signIn,
  test,
} from "./fixtures.ts";

const PAGES: Record<string, { person: "developer" | "admin" | null; paths: string[] }> = {
  "of the site": {
    person: null,
    paths: [
      "/",
      "/marketplace",
      "/marketplace/theme/paper-trail?from=1.0.0",
      "/marketplace/app-plugin/photo-annotate",
      "/docs",
      "/docs/cli",
      "/docs/moderation",
      "/docs/workers",
      "/docs/api",
      "/docs/errors",
      "/docs/callbacks",
      "/docs/checks",
      "/sign-in",
      "/sign-up",
    ],
  },
  "of the Builder": {
    person: "developer",
    paths: [
      "/builder/acme",
      "/builder/acme/apps",
      `/builder/acme/apps/${FIELD_NOTES}`,
      `/builder/acme/apps/${FIELD_NOTES}/builds/${RUNNING_BUILD}`,
      "/builder/acme/builds",
      "/builder/acme/plugins",
      `/builder/acme/plugins/${OFFLINE_SYNC}`,
      `/builder/acme/plugins/${OFFLINE_SYNC}/submit`,
      "/builder/acme/themes",
      `/builder/acme/themes/${NORDIC_NIGHT}`,
      `/builder/acme/themes/${NORDIC_NIGHT}/edit`,
      `/builder/acme/themes/${NORDIC_NIGHT}/submit`,
      "/builder/acme/listings",
      "/builder/acme/billing",
      "/builder/acme/settings/members",
      "/builder/acme/settings/tokens",
      "/builder/acme/settings/general",
    ],
  },
  "of the Super Admins": {
    person: "admin",
    paths: [
      "/admin",
      "/admin/moderation",
      "/admin/builds",
      "/admin/workers",
      "/admin/catalog",
      "/admin/catalog?state=UNPUBLISHED",
      "/admin/catalog/listings",
      "/admin/tenants",
      `/admin/tenants/${ACME}`,
      "/admin/users",
      "/admin/audit",
      `/admin/users/${DEVELOPER}`,
      "/admin/billing",
      "/admin/notifications",
    ],
  },
};

/** What a page repeats so often that looking at each would take as long as all other pages. */
const ALIKE: Record<string, string[]> = {
  "/docs/api": ["main section section[id] ~ section[id] ~ section[id]"],
};

for (const [whose, { person, paths }] of Object.entries(PAGES)) {
  for (const path of paths) {
    test(`the page ${path} ${whose} is accessible, light and wide, dark and narrow`, async ({ browser }) => {
      const context = await contextOf(browser, person);
      const page = await context.newPage();
      expect((await page.goto(path))?.status()).toBe(200);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expectFits(page);
      await expectAccessible(page, ALIKE[path]);
      await page.setViewportSize({ width: 320, height: 800 });
      await page.emulateMedia({ colorScheme: "dark" });
      await expect(page.locator('html[data-mantine-color-scheme="dark"]')).toBeAttached();
      await expectFits(page);
      await expectAccessible(page, ALIKE[path]);
      await page.close();
    });
  }
}

const contexts = new Map<string, BrowserContext>();

/** A browser of a person who signed in for the first page, and keeps session and scripts for the others. */
async function contextOf(browser: Browser, person: "developer" | "admin" | null): Promise<BrowserContext> {
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
