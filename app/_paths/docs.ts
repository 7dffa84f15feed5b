export interface DocsPage {
  path: string;
  title: string;
  /** Additional search terms of the command palettes. */
  keywords?: string;
}

/** Pages of the documentation, in reading order. */
export const DOCS_PAGES = [
  { path: "/docs", title: "Quick start", keywords: "getting started install demo" },
  { path: "/docs/cli", title: "CLI", keywords: "command line terminal plugin.json manifest exit codes" },
  { path: "/docs/checks", title: "Automated checks", keywords: "findings rules severity validate" },
  { path: "/docs/moderation", title: "Moderation", keywords: "review reasons rejected suspended policy" },
  { path: "/docs/installations", title: "Installations", keywords: "install update consent permissions" },
  { path: "/docs/workers", title: "Build workers", keywords: "queue artifact inputs variables runner" },
  { path: "/docs/registry", title: "Registry", keywords: "download checksum feed design tokens themes" },
  { path: "/docs/api", title: "REST reference", keywords: "endpoints openapi http curl" },
  { path: "/docs/callbacks", title: "Callbacks", keywords: "webhooks events signature verify" },
  { path: "/docs/errors", title: "Errors", keywords: "codes problem details status" },
] as const satisfies readonly DocsPage[];

export type DocsPath = (typeof DOCS_PAGES)[number]["path"];

export const DOCS_SEARCH_PATH = "/docs/search";

/** Neighbors of a page in reading order. */
export function findNeighbors(
  pages: readonly DocsPage[],
  path: string,
): { previous: DocsPage | undefined; next: DocsPage | undefined } {
  const index = pages.findIndex((page) => page.path === path);
  return index < 0
    ? { previous: undefined, next: undefined }
    : { previous: pages[index - 1], next: pages[index + 1] };
}
