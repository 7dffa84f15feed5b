import { IconAdjustmentsHorizontal } from "@tabler/icons-react";
import type { ReactNode } from "react";
import classes from "./filter-disclosure.module.css";

/**
 * Filters of a list. Wide screens show them; narrow ones show a disclosure with the number of active filters. It works
 * without script: the `<details>` only opens and closes, and a style rule shows what follows it.
 */
export function FilterDisclosure({ active, children }: { active: number; children: ReactNode }) {
  return (
    <>
      <details className={classes.disclosure}>
        <summary className={classes.summary}>
          <IconAdjustmentsHorizontal size={16} stroke={1.75} aria-hidden="true" />
          Filters
          {active > 0 && (
            <span className={classes.active}>
              {active}
              <span className="visually-hidden"> active</span>
            </span>
          )}
        </summary>
      </details>
      <div className={classes.filters}>{children}</div>
    </>
  );
}
