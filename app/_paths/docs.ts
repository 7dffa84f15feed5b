export interface DocsPage {
  path: string;
  title: string;
  /** Additional search terms of the command palettes. */
  keywords?: string;
}

/** Pages of the documentation, in reading order. */
export const DOCS = {
  quickStart: { path: "/docs", title: "Quick start", keywords: "getting started install demo" },
  cli: { path: "/docs/cli", title: "CLI", keywords: "command line terminal plugin.json manifest exit codes" },
  checks: { path: "/docs/checks", title: "Automated checks", keywords: "findings rules severity validate" },
  moderation: {
    path: "/docs/moderation",
    title: "Moderation",
    keywords: "review reasons rejected suspended policy",
  },
  installations: {
    path: "/docs/installations",
    title: "Installations",
    keywords: "install update consent permissions",
  },
  workers: {
    path: "/docs/workers",
    title: "Build workers",
    keywords: "queue artifact inputs variables runner",
  },
  registry: {
    path: "/docs/registry",
    title: "Registry",
    keywords: "download checksum feed design tokens themes",
  },
  reference: { path: "/docs/api", title: "REST reference", keywords: "endpoints openapi http curl" },
  callbacks: { path: "/docs/callbacks", title: "Callbacks", keywords: "webhooks events signature verify" },
  errors: { path: "/docs/errors", title: "Errors", keywords: "codes problem details status" },
} as const satisfies Record<string, DocsPage>;

export type DocsKey = keyof typeof DOCS;

export const DOCS_PAGES: readonly DocsPage[] = Object.values(DOCS);

export const DOCS_SEARCH_PATH = `${DOCS.quickStart.path}/search`;

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
