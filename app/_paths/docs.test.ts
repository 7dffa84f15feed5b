import { expect, it } from "vitest";
import { DOCS_PATHS } from "@/server/domains/marketplace/registry/sitemap.ts";
import { DOCS_PAGES } from "./docs.ts";

it("lists every page of the documentation in the sitemap", () => {
  expect(DOCS_PATHS).toEqual(DOCS_PAGES.map(({ path }) => path));
});
