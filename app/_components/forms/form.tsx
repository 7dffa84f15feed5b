import { Button } from "@mantine/core";
import type { Problem } from "../../_trpc/problem";
import { readProblem } from "../../_trpc/problem";
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

type FormButtonsProps = { submit: string; isPending: boolean; onCancel: () => void };

/** The end of a form in a dialog. */
export function FormButtons({ submit, isPending, onCancel }: FormButtonsProps) {
  return (
    <div className={classes.buttons}>
      <Button variant="default" onClick={onCancel} disabled={isPending}>
        Cancel
      </Button>
      <Button type="submit" loading={isPending}>
        {submit}
      </Button>
    </div>
  );
}

/** The problems of a refused form by field. The server judges what is filled in: its rules need not be loaded here. */
export const fieldErrors = ({ fields }: Problem): Record<string, string> =>
  Object.fromEntries(fields.map(({ path, message }) => [fieldOf(path), sentence(message)]));

/** A problem inside a list (`permissions.0`) belongs to the list's field. */
export const fieldOf = (path: string): string => path.split(".")[0] ?? path;

const sentence = (message: string): string => `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;
