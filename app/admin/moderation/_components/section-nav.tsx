import { describeTypicalWait, formatWait } from "@/app/_components/labels/typical-wait.ts";
import { DueTime } from "@/app/_ui/data/time.tsx";
import type { TypicalWait } from "@/server/domains/listings/policy.ts";
import classes from "./section-nav.module.css";

export type SectionLink = { id: string; label: string };

/** Beside the sections where the page is wide, and below them all where it is narrow. */
const DECISION: SectionLink = { id: "decision", label: "Decision" };

type SectionNavProps = {
  sections: readonly SectionLink[];
  /** Null once the listing is decided. */
  dueAt: string | null;
  typicalWait: TypicalWait | null;
};

/** Links to the sections of a review, with its due time; they stay at the top of the page. */
export function SectionNav({ sections: [first, ...others], dueAt, typicalWait }: SectionNavProps) {
  return (
    <div className={classes.bar}>
      <nav className={classes.nav} aria-label="Sections">
        <ul className={classes.list}>
          {[first, DECISION, ...others].map(
            (section) =>
              section && (
                <li key={section.id} className={section === DECISION ? classes.narrow : undefined}>
                  <a href={`#${section.id}`} className={classes.link}>
                    {section.label}
                  </a>
                </li>
              ),
          )}
        </ul>
      </nav>
      {dueAt && (
        <p className={classes.due}>
          Due <DueTime value={dueAt} overdueClass={classes.overdue} />
          {typicalWait && (
            <span className={classes.usual} title={describeTypicalWait(typicalWait)}>
              usual wait {formatWait(typicalWait.p50)}
            </span>
          )}
        </p>
      )}
    </div>
  );
}
