import type { Element } from "hast";
import { visit } from "unist-util-visit";
import { headingLevel, type MarkdownDocument, textOf } from "./policy.ts";

/**
 * Gives headings the anchors that GitHub gives them, and leads links within the documents to them. A link to an anchor that
 * does not exist becomes its text. Ids begin with the prefix, so that none is that of another element of the page.
 */
export function linkAnchors(documents: readonly MarkdownDocument[], idPrefix: string): void {
  const ids = new Map<string, string>();
  for (const document of documents) visit(document, "element", (node) => setAnchor(node, ids, idPrefix));
  for (const document of documents) visit(document, "element", (node) => resolveLink(node, ids));
}

function setAnchor(node: Element, ids: Map<string, string>, idPrefix: string): void {
  // Descriptions would refer to ids as they were.
  const { id, name, ariaDescribedBy: _, ...properties } = node.properties;
  const own = typeof id === "string" && id !== "" ? id : node.tagName === "a" ? name : undefined;
  const isFootnote = typeof own === "string" && own.startsWith(idPrefix);
  const anchors = [
    ...(typeof own === "string" && own !== "" ? [own] : []),
    ...(headingLevel(node) > 0 && !isFootnote ? [findFreeSlug(slugify(textOf(node)), ids)] : []),
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

const slugify = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, "")
    .replaceAll(" ", "-");

function findFreeSlug(slug: string, ids: ReadonlyMap<string, string>): string {
  let free = slug;
  for (let count = 1; ids.has(free); count += 1) free = `${slug}-${count}`;
  return free;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
