type Fields = Record<string, unknown> | null;

/** A field that a change touched; undefined where it was not there. */
export interface FieldChange {
  field: string;
  before: string | undefined;
  after: string | undefined;
  isSame: boolean;
}

/** What a change did to each field that it tells of, in the order in which it tells of them. */
export function changesOf(before: Fields, after: Fields): FieldChange[] {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return fields.map((field) => {
    const was = textOf(before, field);
    const is = textOf(after, field);
    return { field, before: was, after: is, isSame: (was ?? NONE) === (is ?? NONE) };
  });
}

/** What stands for null; a field that is not there is no change from it. */
const NONE = "none";
const LONGEST_IN_A_ROW = 40;

/** The same in one line for a list: "state: ACTIVE → SUSPENDED". */
export function summarise(before: Fields, after: Fields): string {
  return changesOf(before, after)
    .filter(({ isSame }) => !isSame)
    .map(
      (change) =>
        `${change.field}: ${[change.before, change.after].filter(isThere).map(shorten).join(" → ")}`,
    )
    .join(", ");
}

const isThere = (text: string | undefined): text is string => text !== undefined && text !== NONE;

const shorten = (text: string): string =>
  text.length > LONGEST_IN_A_ROW ? `${text.slice(0, LONGEST_IN_A_ROW).toWellFormed()}…` : text;

function textOf(fields: Fields, field: string): string | undefined {
  const value = fields?.[field];
  if (value === undefined) return undefined;
  if (value === null) return NONE;
  return typeof value === "string" ? value : JSON.stringify(value, null, 2);
}
