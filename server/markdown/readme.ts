import type { Element, Root, RootContent } from "hast";
import { toAlert } from "./alerts.ts";
import { countMarks, type MarkdownDocument, parseMarkdown, plainDocument } from "./policy.ts";
import { splitReadme } from "./split-readme.ts";
import { stripRawHtml } from "./strip-raw-html.ts";

/** Picture that a README may show, by its path in the archive. */
export interface ReadmePicture {
  url: string;
  width: number;
  height: number;
}

/** Budget of all sections of a README; each section has the limits of `parseMarkdown`. */
const MAX_MARKS = 6_000;
const MAX_SECTIONS = 60;
const MAX_SOURCE_LENGTH = 120_000;

/**
 * Parses a README in sections, as parsing takes time quadratic in the length of a text. Sections beyond the budget become
 * plain text. Pictures come from the archive; a remote picture becomes a link, a relative link its text. Of raw HTML, which
 * READMEs use for logos and centered text, the text remains.
 */
export function parseReadme(
  source: string,
  pictures: ReadonlyMap<string, ReadmePicture>,
  idPrefix: string,
): MarkdownDocument[] {
  const { sections, definitions } = splitReadme(source);
  const documents: MarkdownDocument[] = [];
  let [marks, length] = [0, 0];
  for (const [index, section] of sections.entries()) {
    const text = [
      section,
      ...definitions.filter(({ label }) => section.includes(label)).map(({ line }) => line),
    ].join("\n");
    marks += countMarks(text);
    length += text.length;
    if (marks > MAX_MARKS || length > MAX_SOURCE_LENGTH || index >= MAX_SECTIONS) {
      documents.push(plainDocument(sections.slice(index).join("\n").slice(0, MAX_SOURCE_LENGTH)));
      break;
    }
    const document = parseMarkdown(text, `${idPrefix}${index}-`, stripRawHtml);
    documents.push(withOwnMedia(document, pictures));
  }
  return documents;
}

/** Copy of a document whose pictures and links lead to the archive or away from the platform. */
function withOwnMedia(document: Root, pictures: ReadonlyMap<string, ReadmePicture>): Root {
  const copy = (node: RootContent, isInLink = false): RootContent => {
    if (node.type !== "element") return node;
    const { href } = node.properties;
    const isRelative = typeof href === "string" && !/^(https?|mailto):/i.test(href);
    const isLink = node.tagName === "a" && !isRelative;
    const children = node.children
      .map((child) => copy(child, isInLink || isLink) as Element["children"][number])
      .filter((child) => !(child.type === "element" && child.tagName === "thead" && isBlank(child)))
      // Pictures side by side become links, which would run together.
      .flatMap((child, index, all) =>
        isAnchor(child) && isAnchor(all[index - 1]) ? [textOf(" "), child] : [child],
      );
    const element: Element = { ...node, children };
    if (element.tagName === "img") return toOwnImage(element, pictures, isInLink);
    if (isLink && isBlank(element)) return { ...element, children: [textOf(hostOf(href ?? ""))] };
    // A header without a name describes no column.
    if (element.tagName === "th" && isBlank(element)) return { ...element, tagName: "td" };
    if (element.tagName === "a" && isRelative) return { ...element, tagName: "span", properties: {} };
    if (element.tagName === "blockquote") return toAlert(element);
    return isBadgeRow(node) ? { ...element, properties: { className: ["badges"] } } : element;
  };
  const isShown = (node: RootContent) => !(node.type === "element" && node.tagName === "p" && isBlank(node));
  return { ...document, children: document.children.map((node) => copy(node)).filter(isShown) };
}

/** Neither text nor a picture. */
const isBlank = ({ children }: Element): boolean =>
  children.every((child) =>
    child.type === "text"
      ? child.value.trim() === ""
      : child.type !== "element" || (child.tagName !== "img" && isBlank(child)),
  );

const isAnchor = (node: Element["children"][number] | undefined): boolean =>
  node?.type === "element" && node.tagName === "a";

const textOf = (value: string) => ({ type: "text" as const, value });

/** Row of badges: a paragraph of nothing but remote pictures, most of which have a link. */
function isBadgeRow({ tagName, children }: Element): boolean {
  const parts = children.filter((child) => !(child.type === "text" && child.value.trim() === ""));
  return tagName === "p" && parts.length > 1 && parts.every(isBadge);
}

function isBadge(node: Element["children"][number]): boolean {
  if (node.type !== "element") return false;
  const [only, ...others] = node.children;
  if (node.tagName === "a") return only !== undefined && others.length === 0 && isBadge(only);
  return (
    node.tagName === "br" || (node.tagName === "img" && /^https?:/i.test(String(node.properties["src"])))
  );
}

/** A remote picture within a link is the text of that link: links do not nest. */
function toOwnImage(
  image: Element,
  pictures: ReadonlyMap<string, ReadmePicture>,
  isInLink: boolean,
): Element {
  const { src, alt } = image.properties;
  const address = typeof src === "string" ? src : "";
  const label = typeof alt === "string" && alt !== "" ? alt : hostOf(address);
  const picture = pictures.get(decodePath(address).replace(/^\.\//, ""));
  if (picture) {
    const { url, width, height } = picture;
    return { ...image, properties: { src: url, alt: typeof alt === "string" ? alt : "", width, height } };
  }
  const children = [textOf(label)];
  return /^https?:/i.test(address) && !isInLink
    ? { ...image, tagName: "a", properties: { href: address }, children }
    : { ...image, tagName: "span", properties: {}, children };
}

/** Label of a remote picture without a text; empty for a picture that the archive does not have. */
function hostOf(address: string): string {
  if (!/^https?:/i.test(address) || !URL.canParse(address)) return "";
  return new URL(address).hostname;
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
