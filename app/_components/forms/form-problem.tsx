import { type Problem, readProblem } from "@/app/_trpc/problem.ts";
import classes from "./form.module.css";

/** Error message of a rejected form, unless each error is shown at its field. */
export function FormProblem({ error, fields }: { error: unknown; fields: string[] }) {
  if (!error) return null;
  const problem = readProblem(error);
  const isAtFields =
    problem.fields.length > 0 && problem.fields.every(({ path }) => fields.includes(fieldOf(path)));
  if (isAtFields) return null;
  return (
    <p role="alert" className={classes.problem}>
      {problem.message}
      {isFailure(problem) && (
        <>
          {" "}
          Request <code>{problem.requestId}</code>.
        </>
      )}
    </p>
  );
}

/** True if the server failed; its log has the request ID. A refusal explains itself. */
const isFailure = ({ code, requestId }: Problem): boolean =>
  requestId !== null && (code === "INTERNAL" || code === "UNAVAILABLE");

/** Error messages by field. Validation is the server's alone, so that its rules are not in the bundle. */
export const fieldErrors = ({ fields }: Problem): Record<string, string> =>
  Object.fromEntries(fields.map(({ path, message }) => [fieldOf(path), toSentence(message)]));

/** An error of a list item (`permissions.0`) belongs to the list's field. */
const fieldOf = (path: string): string => path.split(".")[0] ?? path;

const toSentence = (message: string): string => `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;
