import type { Element, ElementContent, Properties, Root, RootContent } from "hast";
import { raw } from "hast-util-raw";
import { MAX_NODES, SCHEMA } from "./policy.ts";
import { stripRawHtml } from "./strip-raw-html.ts";

/** Browsers and renderers recurse into elements. */
const MAX_DEPTH = 40;

/**
 * Parses the raw HTML of a document, together with the Markdown between its tags, as GitHub does. Beyond the limits of
 * elements and nesting, its text alone remains.
 */
export function parseRawHtml(document: Root): Root | undefined {
  if (!hasRawHtml(document)) return undefined;
  const parsed = raw(structuredClone(document)) as Root;
  return isWithinLimits(parsed) ? parsed : stripRawHtml(document);
}

const hasRawHtml = (node: Root | RootContent): boolean =>
  node.type === "raw" || ("children" in node && node.children.some(hasRawHtml));

function isWithinLimits(root: Root): boolean {
  let count = 0;
  const isShallow = (node: Root | RootContent, depth: number): boolean => {
    count += 1;
    if (depth > MAX_DEPTH || count > MAX_NODES) return false;
    return !("children" in node) || node.children.every((child) => isShallow(child, depth + 1));
  };
  return isShallow(root, 0);
}

const { attributes, tagNames, strip } = SCHEMA;
/** Pictures in several sources, which may be remote: what remains is the `img` within. */
const UNUSED = ["picture", "source"];

/** Elements and attributes that READMEs may have: structure and text, without sizes, colors and remote sources. */
export const README_SCHEMA: typeof SCHEMA = {
  ...SCHEMA,
  tagNames: (tagNames ?? []).filter((name) => !UNUSED.includes(name)),
  attributes: {
    ...attributes,
    img: ["src", "width", "height"],
    "*": [
      "align",
      "alt",
      "checked",
      "colSpan",
      "dir",
      "id",
      "lang",
      "name",
      "open",
      "rowSpan",
      "start",
      "title",
    ],
  },
  // Their content is no text of the README.
  strip: [
    ...(strip ?? []),
    "style",
    "template",
    "svg",
    "math",
    "iframe",
    "object",
    "video",
    "audio",
    "select",
    "textarea",
    "title",
  ],
};

const ALIGNMENTS = ["left", "center", "right"];
const ALIGNED = /^(?:h[1-6]|p|t[dhr])$/;
const MAX_SPAN = 50;

/** Blocks that are no paragraphs of a README's running text, in HTML. */
const BLOCKS = new Set("blockquote details div dl h1 h2 h3 h4 h5 h6 hr ol p pre section table ul".split(" "));
const isBlock = (node: RootContent): boolean => node.type === "element" && BLOCKS.has(node.tagName);

/**
 * Blocks without groups: a `div` becomes a paragraph, or its blocks, which take its alignment; text between blocks becomes a
 * paragraph.
 */
export function flattenGroups(nodes: readonly RootContent[], align?: string): RootContent[] {
  const blocks: RootContent[] = [];
  let line: ElementContent[] = [];
  const close = () => {
    const isBlank = line.every((node) => node.type === "text" && node.value.trim() === "");
    if (!isBlank)
      blocks.push({
        type: "element",
        tagName: "p",
        properties: align === undefined ? {} : { align },
        children: line,
      });
    line = [];
  };
  for (const node of nodes) {
    if (!isBlock(node)) {
      line.push(node as ElementContent);
      continue;
    }
    close();
    const block = node as Element;
    const { align: ownAlign, ...others } = block.properties;
    const own = typeof ownAlign === "string" ? ownAlign : align;
    if (isGroup(block)) blocks.push(...flattenGroups(block.children, own));
    else
      blocks.push({
        ...block,
        properties: own === undefined ? others : { ...others, align: own },
      });
  }
  close();
  return blocks;
}

/** Children of an element within a block, without groups. */
export const flattenInner = (nodes: ElementContent[]): ElementContent[] =>
  nodes.some((node) => node.type === "element" && isGroup(node))
    ? (flattenGroups(nodes) as ElementContent[])
    : nodes;

const isGroup = ({ tagName, properties }: Element): boolean =>
  tagName === "div" || (tagName === "section" && !("dataFootnotes" in properties));

/** Attributes of an element that fit a page: alignment of text, and cells that span few others. */
export function withAlignment({ align, colSpan, rowSpan, ...others }: Properties, tagName = "p"): Properties {
  const span = (name: string, value: unknown) => {
    const count = Number(value);
    return Number.isInteger(count) && count > 1 && count <= MAX_SPAN ? { [name]: count } : {};
  };
  const side = String(align).toLowerCase();
  return {
    ...others,
    ...(ALIGNED.test(tagName) && ALIGNMENTS.includes(side) && { align: side }),
    ...span("colSpan", colSpan),
    ...span("rowSpan", rowSpan),
  };
}
