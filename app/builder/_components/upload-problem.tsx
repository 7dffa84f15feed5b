import type { Problem } from "../../_trpc/problem";
import classes from "./upload-field.module.css";

const MOST_SHOWN = 12;

type UploadProblemProps = {
  problem: Problem;
  /** Says that it was refused, where every finding names a part of what was sent. */
  title?: string;
};

/** Why an upload was refused, with everything that was found. */
export function UploadProblem({ problem, title }: UploadProblemProps) {
  const { fields, message, requestId } = problem;
  const [first] = fields;
  const isOne = fields.length === 1 && !title;
  return (
    <div role="alert" className={classes.problem}>
      {isOne && first ? `It ${first.message}.` : fields.length > 0 ? (title ?? message) : message}
      {fields.length > 0 && !isOne && (
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
