import { useId } from "react";
import ReactMarkdown, { type Components, type Options } from "react-markdown";
import rehypeSanitize, { defaultSchema } from "rehype-sanitize";
import remarkGfm from "remark-gfm";
import classes from "./markdown.module.css";
import { limitOutput, UNFORMATTED_NOTE } from "./markdown-output";

type MarkdownProps = {
  source: string;
  /** The level of its first heading: one below the heading above it. */
  topLevel?: number;
  /** False beyond the page's budget for Markdown. */
  isFormatted?: boolean;
};

/**
 * User-supplied Markdown. Raw HTML is not interpreted, links lead only to the web and to mail, and images are replaced by
 * their alternative text: a remote image would report the reader to its host. A text beyond `isWithinMarkdownLimits`
 * or the bounds of `limitOutput` is shown as plain text with a note.
 */
export function Markdown({ source, topLevel = 3, isFormatted = true }: MarkdownProps) {
  const id = useId();
  if (!isFormatted) return <div className={classes.plain}>{source}</div>;
  if (!isWithinMarkdownLimits(source)) {
    return (
      <div className={classes.prose}>
        <p>{UNFORMATTED_NOTE}</p>
        <div className={classes.plain}>{source}</div>
      </div>
    );
  }
  return (
    <div className={classes.prose}>
      <ReactMarkdown
        remarkPlugins={[remarkGfm, [limitOutput, { source }]]}
        rehypePlugins={[
          [rehypeSanitize, schema],
          [nestHeadings, { topLevel }],
        ]}
        remarkRehypeOptions={{ clobberPrefix: id }}
        components={components}
      >
        {source}
      </ReactMarkdown>
    </div>
  );
}

const schema: typeof defaultSchema = {
  ...defaultSchema,
  // Only footnotes have ids, and `clobberPrefix` of remark-rehype prefixes them.
  clobberPrefix: "",
  protocols: { ...defaultSchema.protocols, href: ["http", "https", "mailto"], src: ["http", "https"] },
};

const components: Components = {
  a: ({ node: _node, children, ...attributes }) => (
    <a {...attributes} rel="nofollow ugc noopener">
      {children}
    </a>
  ),
  img: ({ alt }) => <span className={classes.image}>Image{alt ? `: ${alt}` : ""}</span>,
  // Markdown itself has no such element: only a text that `limitOutput` refused.
  div: ({ children }) => <div className={classes.plain}>{children}</div>,
  input: ({ checked }) => (
    <span className={classes.check} role="img" aria-label={checked ? "Done:" : "To do:"}>
      {checked ? "☑" : "☐"}
    </span>
  ),
  pre: ({ children }) => (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <pre tabIndex={0}>{children}</pre>
  ),
  table: ({ children }) => (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <div className={classes.tableScroll} tabIndex={0}>
      <table>{children}</table>
    </div>
  ),
} satisfies NonNullable<Options["components"]>;

/** Characters with a meaning in Markdown's running text. */
const MARKS = /[*_~`[\]<>!&|@:\\#^]/g;
const MAX_MARKS = 1_500;
const MAX_LINES = 700;
const MAX_MARKS_PER_PARAGRAPH = 120;

/** First line of a block, which ends the paragraph before it. */
const BLOCK_START = /^\s*(?:[-+*]\s|\d{1,9}[.)]\s|#{1,6}\s|\||$)/;
const MAX_NESTING = 7;

/**
 * Complexity limits of a Markdown text. Parsing takes time quadratic in the marks of a paragraph and in the blocks of a
 * text, and stack proportional to the nesting of quotes and lists: 20,000 asterisks would block the server for 90 s.
 */
export function isWithinMarkdownLimits(source: string): boolean {
  const lines = source.split("\n");
  if (lines.length > MAX_LINES || countMarks(source) > MAX_MARKS) return false;
  let inParagraph = 0;
  for (const line of lines) {
    if (countNesting(line) > MAX_NESTING) return false;
    inParagraph = countMarks(line) + (BLOCK_START.test(line) ? 0 : inParagraph);
    if (inParagraph > MAX_MARKS_PER_PARAGRAPH) return false;
  }
  return true;
}

/** Marks of quotes and lists at the start of a line. The sticky expression reads each character once. */
function countNesting(line: string): number {
  const mark = /[ \t]*(?:>|[-+*]|\d{1,9}[.)])/y;
  let count = 0;
  while (count <= MAX_NESTING && mark.test(line)) count += 1;
  return count;
}

const countMarks = (text: string): number => text.match(MARKS)?.length ?? 0;

interface HtmlNode {
  tagName?: string;
  children?: HtmlNode[];
}

const MAX_HEADING_LEVEL = 6;

/** Rehype plugin that renumbers headings by their nesting, from `topLevel` down and without gaps. */
function nestHeadings({ topLevel }: { topLevel: number }): (tree: unknown) => void {
  return (tree) => {
    const open: number[] = [];
    for (const heading of findHeadings(tree as HtmlNode)) {
      const level = levelOf(heading);
      while ((open.at(-1) ?? 0) >= level) open.pop();
      heading.tagName = `h${Math.min(MAX_HEADING_LEVEL, topLevel + open.length)}`;
      open.push(level);
    }
  };
}

function findHeadings(node: HtmlNode): HtmlNode[] {
  return levelOf(node) > 0 ? [node] : (node.children ?? []).flatMap(findHeadings);
}

const levelOf = ({ tagName = "" }: HtmlNode): number => (/^h[1-6]$/.test(tagName) ? Number(tagName[1]) : 0);
