import classes from "./dot.module.css";

export type Tone = "idle" | "info" | "ok" | "warn" | "bad";

/** Label, tone and shape of a state. */
export type BadgeStyle = { label: string; tone: Tone; shape?: "ring" | "pulse" };

/** Colored dot with a label. */
export function Dot({ tone, shape, children }: Omit<BadgeStyle, "label"> & { children: string }) {
  return (
    <span className={classes.badge}>
      <span className={classes.dot} data-tone={tone} data-shape={shape} aria-hidden="true" />
      {children}
    </span>
  );
}
