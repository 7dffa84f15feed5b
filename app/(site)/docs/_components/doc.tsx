import { createElement, Fragment, type ReactNode } from "react";
import { DOCS_PAGES, type DocsPage } from "@/app/_paths/docs.ts";
import { Link } from "@/app/_ui/page/link.tsx";
import { type DocSection, readSections } from "../_content/read-sections";
import contentsClasses from "./contents.module.css";
import classes from "./doc.module.css";
import { ReadingAids } from "./docs-nav";
import { Neighbors } from "./neighbors";
import { SectionTitle } from "./section-title";

type DocProps = {
  page: DocsPage;
  lead: ReactNode;
  /** Page above it, except for the pages of the navigation. */
  parent?: DocsPage;
  /** Pages in whose order the reader goes on. */
  pages?: readonly DocsPage[];
  children: ReactNode;
};

/** Page of the documentation: title, lead, contents, text of a readable width, previous and next page. */
export function Doc({ page: { path, title }, lead, parent, pages = DOCS_PAGES, children }: DocProps) {
  const sections = readSections(children).filter(({ id, level }) => id !== "" && level > 0);
  return (
    <div className={classes.page}>
      <header className={classes.header}>
        {parent && (
          <p className={classes.parent}>
            <Link href={parent.path}>{parent.title}</Link>
          </p>
        )}
        <h1 className={classes.title}>{title}</h1>
        <p className={classes.lead}>{lead}</p>
      </header>
      {sections.length > 1 && <Contents sections={sections} />}
      <article className={classes.doc} aria-label={title}>
        {children}
        <Neighbors pages={pages} path={path} />
      </article>
      <ReadingAids />
    </div>
  );
}

type ChapterProps = { id: string; title: ReactNode; children: ReactNode };

/** Section of a page with an anchor. */
export function Chapter({ id, title, children }: ChapterProps) {
  return (
    <section id={id} className={classes.chapter}>
      <SectionTitle id={id} level={2} className={classes.chapterTitle}>
        {title}
      </SectionTitle>
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

/** Sections of a page: a column beside the text on wide screens, a disclosure above it on others. */
function Contents({ sections }: { sections: readonly DocSection[] }) {
  return (
    <div className={contentsClasses.contents}>
      <details className={contentsClasses.disclosure}>
        <summary className={contentsClasses.summary}>On this page</summary>
      </details>
      <nav aria-label="On this page" className={contentsClasses.nav} data-docs-contents="">
        <p className={contentsClasses.heading} aria-hidden="true">
          On this page
        </p>
        <ul className={contentsClasses.list}>
          {sections.map(({ id, title, level }) => (
            <li key={id} data-level={level}>
              <a href={`#${id}`}>{title}</a>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  );
}
