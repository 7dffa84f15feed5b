import type { Problem } from "../../../_trpc/problem";
import classes from "./upload.module.css";

const MOST_SHOWN = 12;

/** Why an upload was refused, with everything that was found. */
export function UploadProblem({ problem }: { problem: Problem }) {
  const { fields, message, requestId } = problem;
  const [first] = fields;
  return (
    <div role="alert" className={classes.problem}>
      {fields.length === 1 && first ? `It ${first.message}.` : message}
      {fields.length > 1 && (
        <ul>
          {fields.slice(0, MOST_SHOWN).map(({ path, message: rule }) => (
            <li key={`${path} ${rule}`}>
              {path && <code>{path}</code>} {rule}
            </li>
          ))}
          {fields.length > MOST_SHOWN && <li>and {fields.length - MOST_SHOWN} more</li>}
        </ul>
      )}
      {fields.length === 0 && requestId && (
        <>
          {" "}
          Request <code>{requestId}</code>.
        </>
      )}
    </div>
  );
}
