import { mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type Browser, chromium } from "@playwright/test";
import sharp from "sharp";
import { findBrowser } from "./support/browser.ts";

/**
 * Pictures of the home page and the README, taken from a running instance with the demo data:
 * `npm run pictures -- http://127.0.0.1:3000`. Those of the home page are taken in light and dark.
 */
const HOME_FOLDER = new URL("../app/(site)/_pictures/", import.meta.url);
const README_PICTURE = new URL("../docs/images/overview.png", import.meta.url);
const VIEWPORT = { width: 1280, height: 800 };
const QUALITY = 82;

interface Picture {
  email: string;
  path: string;
  /** Leads from the page to the one that is shown. */
  link?: RegExp | string;
}

const HOME_PICTURES: Record<string, Picture> = {
  build: { email: "dev@acme.test", path: "/builder/acme/builds?status=FAILED", link: /#\d+$/ },
  review: { email: "admin@drydock.test", path: "/admin/moderation", link: "Barcode Scan" },
};
const OVERVIEW: Picture = { email: "dev@acme.test", path: "/builder/acme" };

const [base = "http://127.0.0.1:3000"] = process.argv.slice(2);
mkdirSync(HOME_FOLDER, { recursive: true });
const browser = await chromium.launch(await findBrowser());
for (const [name, picture] of Object.entries(HOME_PICTURES)) {
  for (const colorScheme of ["light", "dark"] as const) {
    await sharp(await take(browser, picture, colorScheme))
      .webp({ quality: QUALITY })
      .toFile(fileURLToPath(new URL(`${name}-${colorScheme}.webp`, HOME_FOLDER)));
  }
}
await sharp(await take(browser, OVERVIEW, "light"))
  .png({ palette: true })
  .toFile(fileURLToPath(README_PICTURE));
await browser.close();

/** Signs in and takes the page as PNG, once it is loaded. */
async function take(browser: Browser, { email, path, link }: Picture, colorScheme: "light" | "dark") {
  const context = await browser.newContext({ viewport: VIEWPORT, colorScheme, reducedMotion: "reduce" });
  const page = await context.newPage();
  await page.goto(`${base}/sign-in?callbackUrl=${encodeURIComponent(path)}`, { waitUntil: "networkidle" });
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill("drydock-demo");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL((url) => path.startsWith(url.pathname));
  if (link) {
    await page.getByRole("main").getByRole("link", { name: link }).first().click();
    await page.waitForURL((url) => !path.startsWith(url.pathname));
  }
  await page.waitForLoadState("networkidle");
  await page
    .getByText(/^Loading…?$/)
    .first()
    .waitFor({ state: "hidden" });
  const picture = await page.screenshot();
  await context.close();
  return picture;
}
