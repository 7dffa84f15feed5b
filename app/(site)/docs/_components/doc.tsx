import type { ReactNode } from "react";
import classes from "./doc.module.css";

/** A page of the documentation: title, opening sentence, text of a readable width. */
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

/** A part of a page that can be linked to. */
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
