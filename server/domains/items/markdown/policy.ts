import type { Element, Root, RootContent } from "hast";
import type { Root as MarkdownRoot } from "mdast";
import rehypeSanitize, { defaultSchema } from "rehype-sanitize";
import remarkGemoji from "remark-gemoji";
import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import remarkRehype from "remark-rehype";
import { unified } from "unified";
import { visit } from "unist-util-visit";

/** Raised when `parseMarkdown` or `parseReadme` produces another document for the same text. */
export const PARSER_VERSION = 3;

/** Document of user-supplied Markdown: sanitized HTML as a tree (hast), without positions. */
export type MarkdownDocument = Root;

export const SCHEMA: typeof defaultSchema = {
  ...defaultSchema,
  // Only footnotes have ids, and remark-rehype prefixes them.
  clobberPrefix: "",
  protocols: { ...defaultSchema.protocols, href: ["http", "https", "mailto"], src: ["http", "https"] },
};

/** Variant of Markdown. */
interface MarkdownDialect {
  /** Replaces raw HTML, before the document is sanitized. Default: text as it was written. */
  replaceRawHtml: (document: Root) => Root | undefined;
  schema: typeof defaultSchema;
  maxMarksPerParagraph: number;
  /** Definitions of links, one in a line, which are parsed in linear time and so have no limit. */
  definitions: string[];
}

/**
 * Parses GitHub-flavored Markdown. Links lead only to the web and to mail, and none has
 * user information. Codes of emoji, as `:rocket:`, become emoji. A text beyond the limits of its source or of its
 * output becomes a note and the source as plain text, in a `div`.
 * @param idPrefix Prefix of the ids of footnotes, unique in the page
 */
export function parseMarkdown(
  text: string,
  idPrefix: string,
  {
    replaceRawHtml = showRawHtml,
    schema = SCHEMA,
    maxMarksPerParagraph = MAX_MARKS_PER_PARAGRAPH,
    definitions = [],
  }: Partial<MarkdownDialect> = {},
): MarkdownDocument {
  if (!isWithinMarkdownLimits(text, maxMarksPerParagraph)) return plainDocument(text);
  // Behind a blank line: a definition does not end a paragraph.
  const source = definitions.length === 0 ? text : `${text}\n\n${definitions.join("\n")}`;
  const processor = unified()
    .use(remarkParse)
    .use(remarkGfm)
    .use(remarkGemoji)
    .use(limitOutput, { source })
    .use(remarkRehype, { clobberPrefix: idPrefix, allowDangerousHtml: true })
    .use(() => replaceRawHtml)
    .use(rehypeSanitize, schema);
  const document = processor.runSync(processor.parse(source));
  removePositions(document);
  removeCredentials(document);
  return document;
}

/** Note above the source of a text beyond the limits. */
const UNFORMATTED_NOTE = "Shown without formatting: too complex to format.";

export function plainDocument(source: string, note = UNFORMATTED_NOTE): MarkdownDocument {
  const block = (tagName: string, value: string) => ({
    type: "element" as const,
    tagName,
    properties: {},
    children: [{ type: "text" as const, value }],
  });
  return { type: "root", children: [block("p", note), block("div", source)] };
}

/** True for the source of a text beyond the limits. */
export const isPlainDocument = ({ children: [note] }: MarkdownDocument): boolean =>
  note !== undefined && textOf(note) === UNFORMATTED_NOTE;

export const textOf = (node: RootContent): string =>
  node.type === "text" ? node.value : node.type === "element" ? node.children.map(textOf).join("") : "";

/** Turns raw HTML into text: readers see what the author wrote. */
function showRawHtml(document: Root): undefined {
  visit(document, "raw", (node, index, parent) => {
    if (parent && index !== undefined) parent.children[index] = { type: "text", value: node.value };
  });
}

function removePositions(document: Root): void {
  visit(document, (node) => {
    delete node.position;
    delete node.data;
  });
}

/** Removes user names and passwords from addresses, which disguise the host and sign readers in. */
function removeCredentials(document: Root): void {
  visit(document, "element", ({ properties }) => {
    for (const name of ["href", "src"]) {
      const url = URL.parse(String(properties[name] ?? ""), "https://relative.invalid");
      if (!url || (url.username === "" && url.password === "")) continue;
      url.username = "";
      url.password = "";
      properties[name] = url.href;
    }
  });
}

/** Level of a heading, from 1 to 6; 0 for another element. */
export const headingLevel = ({ tagName }: Element): number =>
  /^h[1-6]$/.test(tagName) ? Number(tagName[1]) : 0;

/**
 * Characters with a meaning in Markdown's running text, and punctuation in a row: behind an address, each may be its end, for
 * which the parser looks at the rest of the row. An address without a protocol becomes a link, too.
 */
const MARKS = /[*_~`[\]<>!&|@:\\#^]|["'),.;?}](?=[!"&'),.:;<>?\]_~*}])|www\./g;
export const MAX_MARKS = 1_500;
export const MAX_LINES = 700;
const MAX_MARKS_PER_PARAGRAPH = 120;

/** First line of a block, which ends the paragraph before it. */
const BLOCK_START = /^\s*(?:[-+*]\s|\d{1,9}[.)]\s|#{1,6}\s|\||$)/;
const MAX_NESTING = 7;
/** Marks of quotes and lists at the starts of all lines, each of which costs as much as three others. */
const MAX_CONTAINERS = 700;

/**
 * Complexity limits of a Markdown text. Parsing takes time quadratic in the marks of a paragraph and in the blocks of a
 * text, and stack proportional to the nesting of quotes and lists: 20,000 asterisks would block the server for 90 s.
 */
export function isWithinMarkdownLimits(
  source: string,
  maxMarksPerParagraph = MAX_MARKS_PER_PARAGRAPH,
): boolean {
  const lines = source.split("\n");
  if (lines.length > MAX_LINES || countMarks(source) > MAX_MARKS) return false;
  let inParagraph = 0;
  let containers = 0;
  for (const line of lines) {
    const nesting = countNesting(line);
    containers += nesting;
    if (nesting > MAX_NESTING || containers > MAX_CONTAINERS) return false;
    inParagraph = countMarks(line) + (BLOCK_START.test(line) ? 0 : inParagraph);
    if (inParagraph > maxMarksPerParagraph) return false;
  }
  return true;
}

/**
 * Marks of quotes and lists at the start of a line. A list's has a space behind it, unlike a line below a heading. The sticky
 * expression reads each character once.
 */
function countNesting(line: string): number {
  const mark = /[ \t]*(?:>|(?:[-+*]|\d{1,9}[.)])(?:[ \t]|$))/y;
  let count = 0;
  while (count <= MAX_NESTING && mark.test(line)) count += 1;
  return count;
}

export const countMarks = (text: string): number => text.match(MARKS)?.length ?? 0;

const CONTAINER_WEIGHT = 3;
const BLANK_WEIGHT = 2;

/** Steps of the parser, of some 30 µs each: marks, blank lines, and the starts of quotes and lists. */
export const countSteps = (text: string): number =>
  text
    .split("\n")
    .reduce(
      (sum, line) =>
        sum +
        countMarks(line) +
        CONTAINER_WEIGHT * countNesting(line) +
        (line.trim() === "" ? BLANK_WEIGHT : 0),
      0,
    );

/** Elements and texts below a node. */
export const countNodes = (node: MarkdownDocument | RootContent): number =>
  "children" in node ? node.children.reduce((sum, child) => sum + countNodes(child), 1) : 1;

/** Bounds of what one text produces. A person's changelog of 20,000 characters stays well below. */
export const MAX_NODES = 3_000;
const MAX_OUTPUT_LENGTH = 60_000;

/**
 * Remark plugin that bounds the output by replacing the tree with its source as plain text. It runs before tables are
 * padded (columns × rows) and before references copy the target of their definition: two ways in which a short text
 * produces a long page.
 */
function limitOutput({ source }: { source: string }): (tree: MarkdownRoot) => void {
  return (tree) => {
    const { nodes, length } = measureOutput(tree);
    if (nodes <= MAX_NODES && length <= MAX_OUTPUT_LENGTH) return;
    tree.children = [
      { type: "paragraph", children: [{ type: "text", value: UNFORMATTED_NOTE }] },
      { type: "paragraph", data: { hName: "div" }, children: [{ type: "text", value: source }] },
    ];
  };
}

/** Elements and characters that a tree produces, padded cells and copied link targets included. */
function measureOutput(tree: MarkdownRoot): { nodes: number; length: number } {
  const targets = new Map<string, number>();
  visit(tree, "definition", (node) => {
    targets.set(node.identifier.toLowerCase(), targetLength(node));
  });
  let nodes = 0;
  let length = 0;
  visit(tree, (node) => {
    nodes += 1;
    if (node.type === "table") nodes += (node.align?.length ?? 0) * node.children.length;
    if ("value" in node) length += node.value.length;
    if ("url" in node) length += targetLength(node);
    if (node.type === "linkReference" || node.type === "imageReference") {
      length += targets.get(node.identifier.toLowerCase()) ?? 0;
    }
  });
  return { nodes, length };
}

type Target = { url: string; title?: string | null | undefined };

const targetLength = ({ url, title }: Target): number => url.length + (title?.length ?? 0);
