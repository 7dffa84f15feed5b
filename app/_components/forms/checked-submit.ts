import type { UseFormReturnType } from "@mantine/form";
import type { FormEvent } from "react";
import { flushSync } from "react-dom";
import { type Problem, readProblem } from "@/app/_trpc/problem.ts";
import { fieldErrors } from "./form-problem.tsx";

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

type Field = HTMLInputElement | HTMLTextAreaElement;

/** Messages at the required fields of a form that are empty, by field: at once, without a request. */
export function findMissing(form: HTMLElement): Record<string, string> {
  const empty = [...form.querySelectorAll<Field>("[required]")].filter(({ value }) => value.trim() === "");
  return Object.fromEntries(empty.map((field) => [nameOf(field), describeMissing(labelOf(field))]));
}

/** Shows errors at their fields and moves the focus to the first of them. */
export function showErrors(form: HTMLElement | null, show: () => void): void {
  flushSync(show);
  form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
}

/** "Enter a version." for the label "Version". */
export function describeMissing(label: string): string {
  // An acronym keeps its capitals and is read letter by letter: "a URL".
  const isAcronym = /^[A-Z]{2}/.test(label);
  const noun = isAcronym ? label : label.charAt(0).toLowerCase() + label.slice(1);
  return `Enter ${(isAcronym ? /^[AEFHILMNORSX]/ : /^[aeio]/).test(noun) ? "an" : "a"} ${noun}.`;
}

/** Name of a field, which Mantine's forms and `useFields` put on the element. */
const nameOf = ({ dataset }: Field): string => dataset["path"] ?? dataset["field"] ?? "";

/** Label without Mantine's asterisk. */
const labelOf = ({ labels }: Field): string => (labels?.[0]?.textContent ?? "").replace("*", "").trim();
