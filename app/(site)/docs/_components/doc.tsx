import type { ReactNode } from "react";
import { createElement, Fragment } from "react";
import { Link } from "../../../_ui/page/link";
import classes from "./doc.module.css";

/** Page of the documentation: title, lead, text of a readable width. */
export function Doc({ title, lead, children }: { title: string; lead: ReactNode; children: ReactNode }) {
  return (
    <article className={classes.doc}>
      <h1 className={classes.title}>{title}</h1>
      <p className={classes.lead}>{lead}</p>
      {children}
    </article>
  );
}

type ChapterProps = { id: string; title: ReactNode; children: ReactNode };

/** Section of a page with an anchor. */
export function Chapter({ id, title, children }: ChapterProps) {
  return (
    <section id={id} className={classes.chapter}>
      <h2 className={classes.chapterTitle}>
        <a href={`#${id}`}>{title}</a>
      </h2>
      {children}
    </section>
  );
}

/** Text with inline code in backticks and links within the site: `[text](/path)`. */
export function RichText({ text }: { text: string }) {
  const parts = text.split(/(`[^`]*`|\[[^[\]]*\]\(\/[^()[\]]*\))/).map((part) => {
    if (part.startsWith("`")) return createElement("code", null, part.slice(1, -1));
    const [, label, href] = /^\[([^\]]*)\]\(([^)]*)\)$/.exec(part) ?? [];
    return href ? createElement(Link, { href }, label) : part;
  });
  return createElement(Fragment, null, ...parts);
}
