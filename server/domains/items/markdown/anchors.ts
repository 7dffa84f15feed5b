import { emojiToName } from "gemoji";
import type { Element } from "hast";
import { visit } from "unist-util-visit";
import { headingLevel, type MarkdownDocument, textOf } from "./policy.ts";

/**
 * Gives headings the anchors that GitHub gives them, and leads links within the documents to them. A link to an anchor that
 * does not exist becomes its text. Ids begin with the prefix, so that none is that of another element of the page.
 */
export function linkAnchors(documents: readonly MarkdownDocument[], idPrefix: string): void {
  const ids = new Map<string, string>();
  const counts = new Map<string, number>();
  for (const document of documents)
    visit(document, "element", (node) => setAnchor(node, { ids, counts, idPrefix }));
  for (const document of documents) visit(document, "element", (node) => resolveLink(node, ids));
}

interface Anchors {
  ids: Map<string, string>;
  /** Highest number that a slug has behind it, so that the next is found at once. */
  counts: Map<string, number>;
  idPrefix: string;
}

function setAnchor(node: Element, { ids, counts, idPrefix }: Anchors): void {
  // Descriptions would refer to ids as they were.
  const { id, name, ariaDescribedBy: _, ...properties } = node.properties;
  const own = typeof id === "string" && id !== "" ? id : node.tagName === "a" ? name : undefined;
  const isFootnote = typeof own === "string" && own.startsWith(idPrefix);
  const anchors = [
    ...(typeof own === "string" && own !== "" ? [own] : []),
    ...(headingLevel(node) > 0 && !isFootnote
      ? slugsOf(textOf(node)).map((slug) => findFreeSlug(slug, ids, counts))
      : []),
  ].filter((anchor) => !ids.has(anchor));
  const [first] = anchors;
  if (first === undefined) {
    node.properties = properties;
    return;
  }
  const target = isFootnote ? first : idPrefix + first.replaceAll(/\s/g, "-");
  for (const anchor of anchors) ids.set(anchor, target);
  node.properties = { ...properties, id: target };
}

function resolveLink(node: Element, ids: ReadonlyMap<string, string>): void {
  const { href } = node.properties;
  if (node.tagName !== "a" || (href !== undefined && !String(href).startsWith("#"))) return;
  const anchor = decode(String(href ?? "").slice(1));
  const id = ids.get(anchor) ?? ids.get(anchor.toLowerCase());
  if (id !== undefined) node.properties = { ...node.properties, href: `#${id}` };
  else {
    node.tagName = "span";
    const own = node.properties["id"];
    node.properties = own === undefined ? {} : { id: own };
  }
}

/** Slugs of a heading, of which GitHub makes the second for emoji that are written as codes. */
const slugsOf = (text: string): string[] => [
  ...new Set([text, text.replaceAll(EMOJI, (emoji) => emojiToName[emoji] ?? emoji)].map(slugify)),
];

const EMOJI = /(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\u{FE0F}|\u{200D})+/gu;

const slugify = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, "")
    .replaceAll(" ", "-");

function findFreeSlug(slug: string, ids: ReadonlyMap<string, string>, counts: Map<string, number>): string {
  let count = counts.get(slug) ?? 0;
  const numbered = () => (count === 0 ? slug : `${slug}-${count}`);
  while (ids.has(numbered())) count += 1;
  counts.set(slug, count);
  return numbered();
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
