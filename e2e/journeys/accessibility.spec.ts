import {
  expect,
  expectAccessible,
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
      "/docs/workers",
      "/docs/api",
      "/docs/errors",
      "/docs/callbacks",
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
      "/admin/billing",
      "/admin/notifications",
    ],
  },
};

for (const [whose, { person, paths }] of Object.entries(PAGES)) {
  for (const path of paths) {
    test(`the page ${path} ${whose} bars nobody, light and dark, wide and narrow`, async ({ page }) => {
      await page.emulateMedia({ reducedMotion: "reduce" });
      if (person) await signIn(page, person, person === "admin" ? "/admin" : "/builder");
      expect((await page.goto(path))?.status()).toBe(200);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme });
        await expect(page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`)).toBeAttached();
        for (const width of [1280, 320]) {
          await page.setViewportSize({ width, height: 800 });
          await test.step(`${colorScheme}, ${width} pixels`, () => expectAccessible(page));
          const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
          expect(overflow, `scrolls sideways at ${width}`).toBeLessThanOrEqual(0);
        }
      }
    });
  }
}
