/** Fields of an audit entry. */
export type Fields = Record<string, unknown> | null;

/** Field of a change; undefined where it did not exist. */
export interface FieldChange {
  field: string;
  before: string | undefined;
  after: string | undefined;
  isSame: boolean;
}

/** Values of each recorded field before and after a change, in the recorded order. */
export function listChanges(before: Fields, after: Fields): FieldChange[] {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return fields.map((field) => {
    const was = toText(before, field);
    const is = toText(after, field);
    return { field, before: was, after: is, isSame: (was ?? NULL_TEXT) === (is ?? NULL_TEXT) };
  });
}

/** Text of null; a missing field counts as null. */
const NULL_TEXT = "none";

function toText(fields: Fields, field: string): string | undefined {
  const value = fields?.[field];
  if (value === undefined) return undefined;
  if (value === null) return NULL_TEXT;
  return typeof value === "string" ? value : JSON.stringify(value, null, 2);
}
