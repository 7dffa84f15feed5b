import { describeField, describePlainValue, describeWord } from "./fields";

/** Fields of an audit entry. */
export type Fields = Record<string, unknown> | null;

/** Field of a change; undefined where it did not exist. */
export interface FieldChange {
  field: string;
  /** Name of the field in words: "Workspace ID". */
  label: string;
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
    const name = describeField(field);
    return {
      field,
      label: name.charAt(0).toUpperCase() + name.slice(1),
      before: was,
      after: is,
      isSame: (was ?? NULL_TEXT) === (is ?? NULL_TEXT),
    };
  });
}

/** Text of null; a missing field counts as null. */
const NULL_TEXT = "none";

function toText(fields: Fields, field: string): string | undefined {
  const value = fields?.[field];
  if (value === undefined) return undefined;
  if (value === null) return NULL_TEXT;
  if (typeof value === "string")
    return describePlainValue(field, value) ?? describeWord(field, value) ?? value;
  if (isTextList(value)) {
    return value.length === 0 ? NULL_TEXT : value.map((item) => describeWord(field, item) ?? item).join(", ");
  }
  return describePlainValue(field, value) ?? JSON.stringify(value, null, 2);
}

const isTextList = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((item) => typeof item === "string");
