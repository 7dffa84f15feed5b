import { DueTime } from "../../../_ui/data/time";
import classes from "./section-nav.module.css";

export type SectionLink = { id: string; label: string };

type SectionNavProps = {
  sections: readonly SectionLink[];
  /** Null once the listing is decided. */
  dueAt: string | null;
};

/** Links to the sections of a review, with its due time; they stay at the top of the page. */
export function SectionNav({ sections, dueAt }: SectionNavProps) {
  return (
    <div className={classes.bar}>
      <nav className={classes.nav} aria-label="Sections">
        <ul className={classes.list}>
          {sections.map(({ id, label }) => (
            <li key={id}>
              <a href={`#${id}`} className={classes.link}>
                {label}
              </a>
            </li>
          ))}
          {/* Beside the sections where the page is wide enough. */}
          <li className={classes.narrow}>
            <a href="#decision" className={classes.link}>
              Decision
            </a>
          </li>
        </ul>
      </nav>
      {dueAt && (
        <p className={classes.due}>
          Due <DueTime value={dueAt} overdueClass={classes.overdue} />
        </p>
      )}
    </div>
  );
}
