import { expect, test } from "./fixtures.ts";

const DOCS = ["", "/api", "/callbacks", "/checks", "/cli", "/errors", "/moderation", "/workers"];

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
  for (const link of FROM_ELSEWHERE) targets.push({ path: "elsewhere", link });
  const broken = targets.filter(({ link }) => {
    const [page = "", anchor] = link.split("#");
    return anchor !== undefined && pages.has(page) && !pages.get(page)?.ids.has(decodeURIComponent(anchor));
  });
  expect(broken).toEqual([]);
  expect(targets.filter(({ link }) => link.includes("#")).length).toBeGreaterThan(80);
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
