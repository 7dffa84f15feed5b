import type { ReactNode } from "react";
import classes from "./dock.module.css";

/** A dry dock in cross-section, with stepped walls and keel blocks; what it carries stands where the hull would. */
export function Dock({ children }: { children: ReactNode }) {
  return (
    <div className={classes.dock}>
      <div className={classes.drawing} aria-hidden="true">
        <div className={classes.ground} />
        <svg className={classes.walls} viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
          <path d="M0 12 H4 V34 H7 V56 H10 V78 H13 V100 H87 V78 H90 V56 H93 V34 H96 V12 H100" />
        </svg>
      </div>
      <div className={classes.hull}>{children}</div>
      <div className={classes.blocks} aria-hidden="true" />
    </div>
  );
}
