import { DOCS_PAGES } from "@/app/_paths/docs.ts";
import { expect, expectAccessible, expectFits, test } from "./fixtures.ts";

const DOCS = DOCS_PAGES.map(({ path }) => path.slice("/docs".length));

/** What other pages of the product point at. */
const FROM_ELSEWHERE = ["/docs/callbacks#verify", "/docs/moderation#rejected"];

test("every link into a page of the docs finds what it names", async ({ request }) => {
  const pages = new Map<string, { ids: Set<string>; links: string[] }>();
  for (const page of DOCS) {
    const path = `/docs${page}`;
    const response = await request.get(path);
    expect(response.status(), path).toBe(200);
    const html = await response.text();
    pages.set(path, { ids: valuesOf(html, "id"), links: [...valuesOf(html, "href")] });
  }
  const targets = [...pages].flatMap(([path, { links }]) =>
    links.map((link) => ({ path, link: link.startsWith("#") ? path + link : link })),
  );
  const results = await request.get("/docs/search?q=version");
  for (const link of valuesOf(await results.text(), "href")) targets.push({ path: "search", link });
  for (const link of FROM_ELSEWHERE) targets.push({ path: "elsewhere", link });
  const broken = targets.filter(({ link }) => {
    const [page = "", anchor] = link.split("#");
    return anchor !== undefined && pages.has(page) && !pages.get(page)?.ids.has(decodeURIComponent(anchor));
  });
  expect(broken).toEqual([]);
  expect(targets.filter(({ link }) => link.includes("#")).length).toBeGreaterThan(80);
});

test("the search finds commands, endpoints, error codes and text, without script", async ({ request }) => {
  const searches = {
    "plugin publish": "/docs/cli#plugin-publish",
    "claim queued build": "/docs/api#post-builds-claim",
    VERSION_EXISTS: "/docs/errors/version-exists",
    drydockignore: "/docs/cli#packing",
  };
  for (const [search, target] of Object.entries(searches)) {
    const html = await (await request.get(`/docs/search?q=${encodeURIComponent(search)}`)).text();
    const [first] = valuesOf(html.slice(html.indexOf('aria-label="Results"')), "href");
    expect(first, search).toBe(target);
  }
  const nothing = await (await request.get("/docs/search?q=xyzzy")).text();
  expect(nothing.includes("No results for")).toBe(true);
});

test("a reader finds a section by keyboard, copies its link and goes on to the next page", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/docs");
  const contents = page.getByRole("navigation", { name: "On this page" });
  await expect(contents.getByRole("link", { name: "Start Drydock" })).toHaveAttribute(
    "aria-current",
    "location",
  );

  await page.keyboard.press("/");
  await expect(page.getByRole("searchbox", { name: "Search docs" })).toBeFocused();
  await page.keyboard.type("exit codes");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/docs/search?q=exit+codes");
  await page.getByRole("list", { name: "Results" }).getByRole("link").first().click();
  await page.waitForURL("**/docs/cli#exit-codes");
  await expect(contents.getByRole("link", { name: "Exit codes" })).toHaveAttribute(
    "aria-current",
    "location",
  );

  await page.getByRole("link", { name: "Copy link to Setup" }).click();
  await expect(page.getByText("Link copied")).toBeAttached();
  await page.waitForURL("**/docs/cli#set-up");
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url());
  await expect(contents.getByRole("link", { name: "Setup" })).toHaveAttribute("aria-current", "location");

  await page.getByRole("link", { name: "Next Automated checks" }).click();
  await page.waitForURL("**/docs/checks");
});

test("on a small screen, pages and contents of the docs are folded", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto("/docs/api");
  const pages = page.getByRole("navigation", { name: "Documentation" });
  const contents = page.getByRole("navigation", { name: "On this page" });
  await expect(pages).toBeHidden();
  await expect(contents).toBeHidden();
  await page.locator("summary").filter({ hasText: "On this page" }).click();
  await contents.getByRole("link", { name: "Conventions" }).click();
  await page.waitForURL("**/docs/api#conventions");
  await page.locator("summary").filter({ hasText: "All pages" }).click();
  await expectAccessible(page);
  await expectFits(page);
  await pages.getByRole("link", { name: "Errors" }).click();
  await page.waitForURL("**/docs/errors");
  await expect(pages).toBeHidden();
});

test("commands of the docs name the address that the docs are served from", async ({ request, baseURL }) => {
  for (const page of DOCS) {
    const html = await (await request.get(`/docs${page}`)).text();
    const origins = [...html.matchAll(/https?:\/\/127\.0\.0\.1(?::\d+)?/g)].map(([origin]) => origin);
    expect(new Set(origins.filter((origin) => origin !== baseURL)), page).toEqual(new Set());
    if (["", "/api", "/cli", "/workers"].includes(page)) expect(origins, page).toContain(baseURL);
  }
});

function valuesOf(html: string, attribute: string): Set<string> {
  const values = html.matchAll(new RegExp(` ${attribute}="([^"]*)"`, "g"));
  return new Set([...values].map(([, value = ""]) => value.replaceAll("&amp;", "&")));
}
