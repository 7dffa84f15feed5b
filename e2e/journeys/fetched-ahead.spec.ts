import type { Request } from "@playwright/test";
import { expect, expectInteractive, queueBuild, report, signIn, test } from "./fixtures.ts";

test("a row prefetched on hover opens at once, and shows later changes", async ({ page, baseURL }) => {
  const path = (await (await queueBuild(page, "9.9.6")).getAttribute("href")) ?? "";
  await page.goto("/builder/acme/builds");
  const row = page.getByRole("row").filter({ has: page.locator(`a[href="${path}"]`) });
  const link = row.getByRole("rowheader").getByRole("link");
  await expectInteractive(link);
  const isOfPage = (request: Request) => isPage(request.headers(), request.url(), path);
  // Next lets go of an answer once it has read what it needs, which the browser calls a failure.
  const fetching = Promise.race([
    page.waitForEvent("requestfinished", isOfPage),
    page.waitForEvent("requestfailed", isOfPage),
  ]);
  await link.hover();
  await fetching;

  const buildId = path.split("/").at(-1) ?? "";
  expect((await report(baseURL ?? "", { buildId, status: "IN_PROGRESS" })).status).toBe(200);
  await expect(row).toContainText("In progress");
  let asked = 0;
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(
    (url) => url.pathname === path,
    async (route) => {
      asked += 1;
      await released;
      await route.continue();
    },
  );
  await link.click();
  const status = page.getByRole("main").getByRole("heading", { level: 1 }).locator("xpath=..");
  await expect(status).toContainText(/#\d+(Queued|In progress)/);
  await expect.poll(() => asked).toBeGreaterThan(0);
  release();
  await expect(status).toContainText("In progress");
});

test("a row that a pointer only passes over is not fetched", async ({ page }) => {
  // Only what is in view is fetched.
  await page.setViewportSize({ width: 1280, height: 3000 });
  await signIn(page, "developer", "/builder/acme/builds");
  const links = page.getByRole("rowheader").getByRole("link");
  await expectInteractive(links.last());
  const fetched: string[] = [];
  page.on("request", (request) => fetched.push(new URL(request.url()).pathname));
  // At once over all rows, as a pointer crosses them on its way elsewhere; it comes to rest on the last.
  const paths = await links.evaluateAll((all) =>
    all.map((link, index) => {
      link.dispatchEvent(new PointerEvent("pointerover", { bubbles: true }));
      if (index < all.length - 1) link.dispatchEvent(new PointerEvent("pointerout", { bubbles: true }));
      return (link as HTMLAnchorElement).pathname;
    }),
  );
  const [last = "", ...passed] = paths.reverse();
  await expect.poll(() => fetched).toContain(last);
  expect(fetched.filter((path) => path !== last && passed.includes(path))).toEqual([]);
});

/** True if a request is for what a page shows, and not only for its outline. */
function isPage(headers: Record<string, string>, url: string, path: string): boolean {
  return new URL(url).pathname === path && headers["next-router-prefetch"] === undefined;
}
