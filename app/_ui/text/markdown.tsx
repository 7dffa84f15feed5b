import { useId } from "react";
import ReactMarkdown, { type Components, type Options } from "react-markdown";
import rehypeSanitize, { defaultSchema } from "rehype-sanitize";
import remarkGfm from "remark-gfm";
import classes from "./markdown.module.css";
import { isTameMarkdown } from "./markdown-guard";
import { nestHeadings } from "./nest-headings";

type MarkdownProps = {
  source: string;
  /** The level of its first heading: one below the heading that it stands under. */
  topLevel?: number;
};

/**
 * What people wrote in Markdown. Raw HTML is not interpreted, links lead only to the web and to mail,
 * and images are named rather than loaded: a remote one would tell its host who reads this page.
 * A text that is made to keep a parser busy is shown as it was written.
 */
export function Markdown({ source, topLevel = 3 }: MarkdownProps) {
  const id = useId();
  if (!isTameMarkdown(source)) return <div className={classes.plain}>{source}</div>;
  return (
    <div className={classes.prose}>
      <ReactMarkdown
        remarkPlugins={[remarkGfm]}
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
  // The ids are those of footnotes alone and begin with one of our own.
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
