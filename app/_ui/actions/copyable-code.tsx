import { CopyButton } from "./copy-button";
import classes from "./copyable-code.module.css";

type CopyableCodeProps = {
  code: string;
  /** "Command" or "Token"; the button is labelled "Copy command". */
  label: string;
  /** Displayed instead of `code`, which is still what is copied: for a secret. */
  shown?: string;
};

/** Command or snippet with a copy button; long lines wrap. */
export function CopyableCode({ code, label, shown = code }: CopyableCodeProps) {
  return (
    <div className={classes.block}>
      <pre className={classes.code}>
        <code>{shown}</code>
      </pre>
      <CopyButton text={code} label={`Copy ${label.toLowerCase()}`} />
    </div>
  );
}

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
