import { CopyButton } from "./copy-button";
import classes from "./copyable-code.module.css";

type CopyableCodeProps = {
  code: string;
  /** What it is: "Command", "Token". The button then reads "Copy command". */
  label: string;
  /** What stands there in place of the whole, which is what is copied: a secret that is shown elsewhere. */
  shown?: string;
};

/** A command or snippet with its copy button; long lines wrap, so that nothing of it is hidden. */
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

/** An identifier, hash or path in running text: shortened to its start in the middle of a table, copied whole. */
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
