import type { UseFormReturnType } from "@mantine/form";
import type { FormEvent } from "react";
import { type Problem, readProblem } from "@/app/_trpc/problem.ts";
import { fieldErrors } from "./form-problem.tsx";
import { findMissing, showErrors } from "./required-fields";

/**
 * Submit handler of a form. Empty required fields, and then what `submit` rejects with, are shown at their fields, and the
 * first of these gets the focus.
 */
export function checkedSubmit<Values>(
  form: UseFormReturnType<Values>,
  submit: (values: Values) => unknown,
  toErrors: (problem: Problem) => Record<string, string> = fieldErrors,
  /** Errors that need no request, shown together with empty fields. */
  findErrors: (values: Values) => Record<string, string> = () => ({}),
) {
  return async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const element = event.currentTarget;
    const show = (errors: Record<string, string>) => showErrors(element, () => form.setErrors(errors));
    const errors = { ...findErrors(form.getValues()), ...findMissing(element) };
    if (Object.keys(errors).length > 0) return show(errors);
    form.clearErrors();
    try {
      await submit(form.getValues());
    } catch (error) {
      show(toErrors(readProblem(error)));
    }
  };
}
