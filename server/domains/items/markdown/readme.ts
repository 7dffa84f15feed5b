import type { Element, Root, RootContent } from "hast";
import { isGifPath, repositoryAddress, resolveReadmeAddress } from "@/shared/plugin/readme-addresses.ts";
import { firstCharacters } from "@/shared/text/truncate.ts";
import { toAlert } from "./alerts.ts";
import { linkAnchors } from "./anchors.ts";
import { flattenGroups, flattenInner, parseRawHtml, README_SCHEMA, withAlignment } from "./parse-raw-html.ts";
import {
  countNodes,
  countSteps,
  isPlainDocument,
  MAX_MARKS,
  type MarkdownDocument,
  parseMarkdown,
  plainDocument,
} from "./policy.ts";
import { normalizeLabel, splitReadme } from "./split-readme.ts";

/** Picture that a README may show, by its path in the archive. */
export interface ReadmePicture {
  url: string;
  width: number;
  height: number;
}

/**
 * Budget of all sections of a README, which bounds the time to parse and to show it (`bench/markdown.ts`). Each section has the
 * limits of `parseMarkdown`, too.
 */
const MAX_TOTAL_STEPS = 6_000;
const MAX_TOTAL_NODES = 8_000;
const MAX_SECTIONS = 60;
const MAX_SOURCE_LENGTH = 120_000;

export interface UnparsedText {
  source: string;
  /** Prefix of the ids of the documents, unique in the page. */
  idPrefix: string;
  /** For a README, which becomes a document for each section; any other text becomes one. */
  readme?: { pictures: [path: string, ReadmePicture][]; repository: string | null };
}

export const parseText = ({ source, idPrefix, readme }: UnparsedText): MarkdownDocument[] =>
  readme
    ? parseReadme(source, new Map(readme.pictures), idPrefix, readme.repository)
    : [parseMarkdown(source, idPrefix)];

/**
 * Parses a README in sections, as parsing takes time quadratic in the length of a text. Sections beyond the budget become
 * plain text. Addresses are resolved as a browser does from the root of the archive. Pictures come from the archive; a remote
 * picture becomes a link. A file leads to the repository; without one, a link to it becomes its text. Of raw HTML remain the
 * elements that Markdown has and a few of GitHub's, such as collapsed sections.
 */
export function parseReadme(
  source: string,
  pictures: ReadonlyMap<string, ReadmePicture>,
  idPrefix: string,
  repository: string | null = null,
): MarkdownDocument[] {
  const { sections, definitions } = splitReadme(source);
  const documents: MarkdownDocument[] = [];
  let [steps, length, nodes] = [0, 0, 0];
  for (const [index, section] of sections.entries()) {
    const used = findUsed(section, definitions);
    steps += countSteps(section);
    length += section.length + used.join("\n").length;
    const isWithinBudget = steps <= MAX_TOTAL_STEPS && length <= MAX_SOURCE_LENGTH && index < MAX_SECTIONS;
    const formatted = isWithinBudget ? format(section, `${idPrefix}${index}-`, used) : null;
    nodes += formatted ? countNodes(formatted) : 0;
    if (!formatted || nodes > MAX_TOTAL_NODES) {
      documents.push(plainDocument(firstCharacters(sections.slice(index).join("\n"), MAX_SOURCE_LENGTH)));
      break;
    }
    documents.push(withOwnMedia(formatted, { pictures, repository }));
  }
  linkAnchors(documents, idPrefix);
  return documents;
}

const format = (section: string, idPrefix: string, definitions: string[]): MarkdownDocument =>
  parseMarkdown(section, idPrefix, {
    replaceRawHtml: parseRawHtml,
    schema: README_SCHEMA,
    // A README has few texts with many marks, and all of them are bounded by `MAX_MARKS`.
    maxMarksPerParagraph: MAX_MARKS,
    definitions,
  });

/** Lines of the definitions that a section names. Reads its text once, whatever the count of definitions. */
function findUsed(section: string, definitions: ReadonlyMap<string, string>): string[] {
  const used = new Set<string>();
  for (const [label] of section.matchAll(/\[[^[\]]{1,200}\]/g)) {
    const line = definitions.get(normalizeLabel(label));
    if (line !== undefined) used.add(line);
  }
  return [...used];
}

/** Possible targets of the addresses of a README. */
interface ReadmeSources {
  pictures: ReadonlyMap<string, ReadmePicture>;
  repository: string | null;
}

/** Address that a page may link for one of a README; undefined for one that leads nowhere. */
function toOwnAddress(address: string, { repository }: ReadmeSources): string | undefined {
  const target = resolveReadmeAddress(address);
  if (target?.kind === "remote") return target.href;
  if (target?.kind === "anchor") return target.fragment;
  if (!target || repository === null) return undefined;
  return repositoryAddress(repository, target.path, target.fragment) ?? undefined;
}

/** Copy of a document whose pictures and links lead to the archive or away from the platform. */
function withOwnMedia(document: Root, sources: ReadmeSources): Root {
  const copy = (node: RootContent, isInLink = false): RootContent => {
    if (node.type !== "element") return node;
    const { href: written } = node.properties;
    const href = typeof written === "string" ? toOwnAddress(written, sources) : undefined;
    const isLost = written !== undefined && href === undefined;
    const isLink = node.tagName === "a" && href !== undefined;
    const children = flattenInner(node.children)
      .map((child) => copy(child, isInLink || isLink) as Element["children"][number])
      .filter((child) => !isEmptied(child))
      // Pictures side by side become links, which would run together.
      .flatMap((child, index, all) =>
        isAnchor(child) && isAnchor(all[index - 1]) ? [createText(" "), child] : [child],
      );
    const own = href === undefined ? node.properties : { ...node.properties, href };
    const properties = withAlignment(own, node.tagName);
    const element: Element = { ...node, properties, children: withoutIdleBreaks(children) };
    if (element.tagName === "img") return toOwnImage(element, sources, isInLink);
    if (isLink && isBlank(element)) return { ...element, children: [createText(hostOf(href))] };
    // A header without a name describes no column.
    if (element.tagName === "th" && isBlank(element)) return { ...element, tagName: "td" };
    if (element.tagName === "a" && isLost) return { ...element, tagName: "span", properties: {} };
    if (element.tagName === "blockquote") return toAlert(element);
    return isBadgeRow(node) ? { ...element, properties: { ...properties, className: ["badges"] } } : element;
  };
  const isShown = (node: RootContent) =>
    !(node.type === "element" && node.tagName === "p" && isBlank(node) && !hasAnchor(node));
  if (isPlainDocument(document)) return document;
  return {
    ...document,
    children: flattenGroups(document.children)
      .map((node) => copy(node))
      .filter(isShown),
  };
}

/** Header without a name, or a picture that the archive does not have, without a text. */
const isEmptied = (node: RootContent): boolean =>
  node.type === "element" &&
  isBlank(node) &&
  (node.tagName === "thead" || (node.tagName === "span" && !hasAnchor(node)));

/** Neither text nor a picture. */
const isBlank = ({ children }: Element): boolean =>
  children.every((child) =>
    child.type === "text"
      ? child.value.trim() === ""
      : child.type !== "element" || (child.tagName !== "img" && isBlank(child)),
  );

const isSpace = (node: Element["children"][number]): boolean =>
  node.type === "text" && node.value.trim() === "";

/** Children without breaks at their start and end and behind another one, which is where pictures are missing. */
function withoutIdleBreaks(children: Element["children"]): Element["children"] {
  const isBreak = (node: Element["children"][number] | undefined) =>
    node === undefined || (node.type === "element" && node.tagName === "br");
  const seen = children.filter((child) => !isSpace(child));
  const idle = new Set(
    seen.filter((node, at) => isBreak(node) && (isBreak(seen[at - 1]) || at === seen.length - 1)),
  );
  return idle.size > 0 ? withoutIdleBreaks(children.filter((child) => !idle.has(child))) : children;
}

const hasAnchor = ({ properties, children }: Element): boolean =>
  properties["id"] !== undefined ||
  properties["name"] !== undefined ||
  children.some((child) => child.type === "element" && hasAnchor(child));

const isAnchor = (node: Element["children"][number] | undefined): boolean =>
  node?.type === "element" && node.tagName === "a";

const createText = (value: string) => ({ type: "text" as const, value });

/** Row of badges: a paragraph of nothing but remote pictures, most of which have a link. */
function isBadgeRow({ tagName, children }: Element): boolean {
  const parts = children.filter((child) => !isSpace(child));
  return tagName === "p" && parts.length > 1 && parts.every(isBadge);
}

function isBadge(node: Element["children"][number]): boolean {
  if (node.type !== "element") return false;
  const [only, ...others] = node.children.filter((child) => !isSpace(child));
  if (node.tagName === "a") return only !== undefined && others.length === 0 && isBadge(only);
  return (
    node.tagName === "br" || (node.tagName === "img" && /^https?:/i.test(String(node.properties["src"])))
  );
}

/** A picture that the archive does not have becomes a link to it; within a link, the text of that link: links do not nest. */
function toOwnImage(image: Element, sources: ReadmeSources, isInLink: boolean): Element {
  const { src, alt } = image.properties;
  const address = typeof src === "string" ? src : "";
  const target = address === "" ? null : resolveReadmeAddress(address);
  const picture = target?.kind === "file" ? sources.pictures.get(target.path) : undefined;
  if (picture) {
    const { url, ...size } = picture;
    const width = Math.min(size.width, Number(image.properties["width"]) || size.width);
    const height = Math.round((size.height * width) / size.width);
    const still = {
      ...image,
      properties: { src: url, alt: typeof alt === "string" ? alt : "", width, height },
    };
    const file =
      target?.kind === "file" && isGifPath(target.path) ? toOwnAddress(address, sources) : undefined;
    if (file === undefined || isInLink) return still;
    // The first frame leads to the file, which moves.
    if (still.properties.alt === "") still.properties.alt = fileName(decodeURIComponent(file));
    return { ...image, tagName: "a", properties: { href: file }, children: [still] };
  }
  const href = target && target.kind !== "anchor" ? toOwnAddress(address, sources) : undefined;
  // A link without a text gets the name of its own host.
  const name =
    isInLink || href === undefined ? "" : target?.kind === "file" ? fileName(target.path) : hostOf(href);
  const children = [createText(typeof alt === "string" && alt !== "" ? alt : name)];
  return href !== undefined && !isInLink
    ? { ...image, tagName: "a", properties: { href }, children }
    : { ...image, tagName: "span", properties: {}, children };
}

const fileName = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

/** Label of a remote picture without a text; empty for a picture that the archive does not have. */
function hostOf(address: string): string {
  if (!/^https?:/i.test(address) || !URL.canParse(address)) return "";
  return new URL(address).hostname;
}
