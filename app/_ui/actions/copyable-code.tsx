import type { ReactNode } from "react";
import { CopyButton } from "./copy-button";
import classes from "./copyable-code.module.css";

type CopyableCodeProps = {
  code: string;
  /** "Command" or "Token"; the button is labelled "Copy command". */
  label: string;
  /** Displayed instead of `code`, which is still what is copied: for a secret. */
  shown?: string;
  /** Long lines scroll sideways, where wrapping would take too many lines. */
  isScrolled?: boolean;
};

/** Command or snippet with a copy button; long lines wrap. */
export function CopyableCode({ code, label, shown = code, isScrolled = false }: CopyableCodeProps) {
  // A region that scrolls must be reachable by keyboard.
  const scrolling = isScrolled && { "data-scrolled": "", tabIndex: 0, role: "region", "aria-label": label };
  return (
    <div className={classes.block}>
      <pre className={classes.code} {...scrolling}>
        <code>{shown.split(FLAG).map(keepFlags)}</code>
      </pre>
      <CopyButton text={code} label={`Copy ${label.toLowerCase()}`} />
    </div>
  );
}

/** Option of a command; with the group, `split` returns the options at the odd places. */
const FLAG = /(--[\w-]+)/;

/** Options without a line break at their hyphens. */
const keepFlags = (part: string, index: number): ReactNode =>
  index % 2 === 0 ? (
    part
  ) : (
    <span key={index} className={classes.flag}>
      {part}
    </span>
  );

/** Identifier, hash or path with a copy button; displayed truncated, copied in full. */
export function CopyableId({
  id,
  label,
  shownLength = 8,
}: {
  id: string;
  label: string;
  shownLength?: number;
}) {
  const isComplete = id.length <= shownLength;
  return (
    <span className={classes.id}>
      <code title={isComplete ? undefined : id}>{isComplete ? id : `${id.slice(0, shownLength)}…`}</code>
      <CopyButton text={id} label={`Copy ${label}`} />
    </span>
  );
}
