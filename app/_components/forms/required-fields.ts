import { flushSync } from "react-dom";

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
