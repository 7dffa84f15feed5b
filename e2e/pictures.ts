import { mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { chromium } from "@playwright/test";
import sharp from "sharp";
import { findBrowser } from "./support/browser.ts";

/**
 * Pictures of the home page, taken from a running instance with the demo data: `npm run pictures -- http://127.0.0.1:3000`.
 * Each is taken in light and dark.
 */
const FOLDER = new URL("../app/(site)/_pictures/", import.meta.url);
const VIEWPORT = { width: 1280, height: 800 };
const QUALITY = 82;

const PICTURES = [
  {
    name: "build",
    email: "dev@acme.test",
    path: "/builder/acme/builds?status=FAILED",
    /** Leads from the page to the one that is shown. */
    link: /#\d+$/,
  },
  { name: "review", email: "admin@drydock.test", path: "/admin/moderation", link: "Barcode Scan" },
];

const [base = "http://127.0.0.1:3000"] = process.argv.slice(2);
mkdirSync(FOLDER, { recursive: true });
const browser = await chromium.launch(await findBrowser());
for (const { name, email, path, link } of PICTURES) {
  for (const colorScheme of ["light", "dark"] as const) {
    const context = await browser.newContext({ viewport: VIEWPORT, colorScheme, reducedMotion: "reduce" });
    const page = await context.newPage();
    await page.goto(`${base}/sign-in?callbackUrl=${encodeURIComponent(path)}`, { waitUntil: "networkidle" });
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password", { exact: true }).fill("drydock-demo");
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.getByRole("main").getByRole("link", { name: link }).first().click();
    await page.waitForURL((url) => !path.startsWith(url.pathname));
    await page.waitForLoadState("networkidle");
    await page
      .getByText(/^Loading…?$/)
      .first()
      .waitFor({ state: "hidden" });
    const file = fileURLToPath(new URL(`${name}-${colorScheme}.webp`, FOLDER));
    await sharp(await page.screenshot())
      .webp({ quality: QUALITY })
      .toFile(file);
    await context.close();
  }
}
await browser.close();
