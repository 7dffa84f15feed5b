import { truncate } from "@/shared/text/truncate.ts";
import { LISTING_TYPE_SEGMENTS, type ListingType } from "@/shared/vocabulary.ts";

const MAX_SUMMARY_LENGTH = 200;

/** First paragraph of a description, in one line. */
export function summarize(description: string): string {
  const [first = ""] = description.trim().split(/\n[ \t]*\n/);
  return truncate(first.replaceAll(/\s+/g, " "), MAX_SUMMARY_LENGTH);
}

export const MARKETPLACE_SORTS = ["relevance", "latest", "name", "downloads"] as const;
export type MarketplaceSort = (typeof MARKETPLACE_SORTS)[number];

/** Order of a search: by default relevance, or latest for an empty text, to which all items are as relevant. */
export function sortOf({
  search,
  sort,
}: {
  search: string;
  sort?: MarketplaceSort | undefined;
}): MarketplaceSort {
  const isOfAll = search.trim() === "";
  if (sort === undefined || (isOfAll && sort === "relevance")) return isOfAll ? "latest" : "relevance";
  return sort;
}

/** Typographic hyphens and quotes, and the underscore, in the form of `searchable_text` (db/functions/text-search.sql). */
const SEARCHED_FORMS: readonly [typed: RegExp, searched: string][] = [
  [/[_\u2010-\u2014]/g, "-"],
  [/[\u2018\u2019\u02bc]/g, "'"],
  [/[\u201c\u201d]/g, '"'],
];

/** Search text in the form of the searched texts; PostgreSQL lowers its case. */
export const normalizeSearch = (search: string): string =>
  SEARCHED_FORMS.reduce((text, [typed, searched]) => text.replaceAll(typed, searched), search);

/** Formats of a theme's download: design tokens (JSON) and custom properties. */
export const THEME_FORMATS = ["tokens", "css"] as const;
export type ThemeFormat = (typeof THEME_FORMATS)[number];

interface VersionKey {
  type: ListingType;
  slug: string;
  version: string;
}

/** URL path of the archive of a version, or of a theme's design tokens. */
export const downloadPath = ({ type, slug, version }: VersionKey) =>
  `/api/marketplace/downloads/${LISTING_TYPE_SEGMENTS[type]}/${slug}/${encodeURIComponent(version)}`;

export const styleSheetPath = (key: VersionKey) => `${downloadPath(key)}?format=css`;

export const downloadFileName = (
  { slug, version }: Omit<VersionKey, "type">,
  format: ThemeFormat | "archive",
) => `${slug}-${version}.${{ archive: "tar.gz", tokens: "tokens.json", css: "css" }[format]}`;
