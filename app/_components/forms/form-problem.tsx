import { readProblem } from "../../_trpc/problem";
import { fieldOf } from "./field-errors";
import classes from "./form.module.css";

/** Why a form was refused, unless every reason stands at a field already. */
export function FormProblem({ error, fields }: { error: unknown; fields: string[] }) {
  if (!error) return null;
  const problem = readProblem(error);
  const isAtFields =
    problem.fields.length > 0 && problem.fields.every(({ path }) => fields.includes(fieldOf(path)));
  if (isAtFields) return null;
  return (
    <p role="alert" className={classes.problem}>
      {problem.message}
      {problem.requestId && (
        <>
          {" "}
          Request <code>{problem.requestId}</code>.
        </>
      )}
    </p>
  );
}
