import type { DocSection } from "../_content/read-sections";
import classes from "./contents.module.css";

/** Sections of a page: a column beside the text on wide screens, a disclosure above it on others. */
export function Contents({ sections }: { sections: readonly DocSection[] }) {
  return (
    <div className={classes.contents}>
      <details className={classes.disclosure}>
        <summary className={classes.summary}>On this page</summary>
      </details>
      <nav aria-label="On this page" className={classes.nav} data-docs-contents="">
        <p className={classes.heading} aria-hidden="true">
          On this page
        </p>
        <ul className={classes.list}>
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
