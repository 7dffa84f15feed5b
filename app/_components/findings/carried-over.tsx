import { IconChevronRight, IconCircleCheck } from "@tabler/icons-react";
import { FindingRow } from "./finding-row";
import type { Checks } from "./findings";
import classes from "./findings.module.css";

type CarriedOverProps = { previous: NonNullable<Checks["previous"]> };

/** How the findings relate to those of the submission before; nothing where neither had any. */
export function CarriedOver({ previous: { version, fixed, still, added } }: CarriedOverProps) {
  if (fixed.length + still + added === 0) return null;
  const words = [`${fixed.length} fixed`, `${still} still there`, `${added} new`].join(", ");
  return (
    <div className={classes.carried}>
      <p className={classes.sum}>
        <strong>{words}</strong> since {version}
      </p>
      {fixed.length > 0 && (
        <details className={classes.fixed}>
          <summary>
            <IconCircleCheck size={16} stroke={1.75} aria-hidden="true" />
            Fixed since {version}
            <IconChevronRight size={14} stroke={1.75} aria-hidden="true" className={classes.disclosure} />
          </summary>
          <ul className={classes.list}>
            {fixed.map((finding) => (
              <FindingRow key={finding.fingerprint} finding={finding} isFixed />
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}
