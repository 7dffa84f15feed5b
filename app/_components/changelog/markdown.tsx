import type { Root, RootContent } from "hast";
import { type Components, toJsxRuntime } from "hast-util-to-jsx-runtime";
import { useId } from "react";
import { Fragment, jsx, jsxs } from "react/jsx-runtime";
import {
  headingLevel,
  type MarkdownDocument,
  parseMarkdown,
} from "@/server/domains/items/markdown/policy.ts";
import classes from "./markdown.module.css";
import type { MergedPart } from "./merge-changelogs.ts";
import mergedChangelogClasses from "./merged-changelog.module.css";

type MarkdownProps = {
  source: string;
  /** The level of its first heading: one below the heading above it. */
  topLevel?: number;
};

/** User-supplied Markdown, parsed while it is typed. Pages show stored documents instead. */
export function Markdown({ source, topLevel = 3 }: MarkdownProps) {
  const document = parseMarkdown(source, useId());
  return <FormattedText document={document} topLevel={topLevel} />;
}

type FormattedTextProps = { document: MarkdownDocument; topLevel: number };

/**
 * Parsed Markdown. Images are replaced by their alternative text, but for pictures of archives: a remote image would report
 * the reader to its host.
 */
export function FormattedText({ document, topLevel }: FormattedTextProps) {
  const root = nestHeadings(document, topLevel);
  return <div className={classes.prose}>{toJsxRuntime(root, { Fragment, jsx, jsxs, components })}</div>;
}

/** User-supplied text as it was written. */
export function PlainText({ children }: { children: string }) {
  return <div className={classes.plain}>{children}</div>;
}

/** Changelog of a listing as it was parsed by the job that checks it; until then as it was written. */
export function ChangelogText({ source, document }: { source: string; document: MarkdownDocument | null }) {
  return document ? <FormattedText document={document} topLevel={3} /> : <PlainText>{source}</PlainText>;
}

const components: Partial<Components> = {
  a: ({ children, ...attributes }) => (
    <a {...attributes} rel="nofollow ugc noopener">
      {children}
    </a>
  ),
  img: ({ alt, src, width, height }) =>
    typeof src === "string" && PICTURE.test(src) ? (
      // biome-ignore lint/performance/noImgElement: a picture of an archive, stored in the widths it is shown in
      <img className={classes.picture} {...{ src, width, height }} alt={alt ?? ""} loading="lazy" />
    ) : (
      <span className={classes.image}>Image{alt ? `: ${alt}` : ""}</span>
    ),
  // Markdown itself has no such element: only a text beyond the limits.
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
};

/** URL path of a picture of an archive. Any other path would be a request with the reader's session. */
const PICTURE = /^\/api\/pictures\/[0-9a-f]{64}\/\d{1,2}\/\d{1,4}$/;

const MAX_HEADING_LEVEL = 6;

/** Copy of a document with its headings renumbered by their nesting, from `topLevel` down and without gaps. */
function nestHeadings(document: Root, topLevel: number): Root {
  const open: number[] = [];
  const copy = <T extends RootContent>(node: T): T => {
    if (node.type !== "element") return node;
    const level = headingLevel(node);
    if (level === 0) return { ...node, children: node.children.map(copy) };
    while ((open.at(-1) ?? 0) >= level) open.pop();
    const tagName = `h${Math.min(MAX_HEADING_LEVEL, topLevel + open.length)}`;
    open.push(level);
    return { ...node, tagName };
  };
  return { ...document, children: document.children.map(copy) };
}

/** Characters of Markdown that one page formats; further texts are shown as plain text. */
const MAX_FORMATTED_LENGTH = 50_000;
const MAX_FORMATTED_LINES = 1_500;
const MAX_FORMATTED_TEXTS = 100;

/**
 * Budget for the Markdown of one page: the texts that are formatted, in the order of the page. One text is bounded by
 * itself, but an item shows the texts of many versions.
 */
export function findFormatted(sources: readonly (string | null)[]): boolean[] {
  let length = 0;
  let lines = 0;
  let texts = 0;
  return sources.map((source) => {
    length += source?.length ?? 0;
    lines += source?.split("\n").length ?? 0;
    texts += source === null ? 0 : 1;
    return length <= MAX_FORMATTED_LENGTH && lines <= MAX_FORMATTED_LINES && texts <= MAX_FORMATTED_TEXTS;
  });
}

/** Changelogs of several versions under common headings, below a heading of level 2. */
export function MergedChangelog({ parts }: { parts: MergedPart[] }) {
  return (
    <div className={mergedChangelogClasses.merged}>
      {parts.map(({ heading, entries }) => (
        <div key={heading ?? ""}>
          {heading && <h3 className={mergedChangelogClasses.heading}>{heading}</h3>}
          {entries.map((entry, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a version may have one heading twice
            <div key={index} className={mergedChangelogClasses.entry}>
              <span className={mergedChangelogClasses.version}>{entry.version}</span>
              {"document" in entry ? (
                <FormattedText document={entry.document} topLevel={4} />
              ) : (
                <PlainText>{entry.source}</PlainText>
              )}
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}
