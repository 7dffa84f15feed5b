import type { Finding } from "./findings";
import classes from "./findings.module.css";

/** One finding: where, what, and the place as it stands there. All of it is text, whatever it looks like. */
export function FindingRow({ finding, isFixed = false }: { finding: Finding; isFixed?: boolean }) {
  const { path, line, message, excerpt, isNew } = finding;
  return (
    <li className={classes.finding} data-fixed={isFixed || undefined}>
      <p className={classes.place}>
        {path && <code>{line === null ? path : `${path}:${line}`}</code>}
        <span>{message}</span>
        {isNew && <span className={classes.new}>new</span>}
      </p>
      {excerpt && (
        <pre className={classes.excerpt}>
          <code>{excerpt}</code>
        </pre>
      )}
    </li>
  );
}
