/** Changed fields of a row, before and after an event. */
export interface RowDiff {
  table: "subscriptions" | "payments" | "purchases";
  id: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}

/** Diff of a row; empty if no field differs. */
export function diffRow(
  table: RowDiff["table"],
  before: ({ id: string } & object) | undefined,
  after: ({ id: string } & object) | undefined,
): RowDiff[] {
  const [was, is] = [toJsonRow(before), toJsonRow(after)];
  const names = Object.keys({ ...was, ...is }).filter((name) => was?.[name] !== is?.[name]);
  if (names.length === 0) return [];
  const pick = (row: Record<string, unknown> | null) =>
    row && Object.fromEntries(names.map((name) => [name, row[name] ?? null]));
  return [{ table, id: (after ?? before)?.id ?? "", before: pick(was), after: pick(is) }];
}

/** The row as JSON: bigint as digits, instants in ISO 8601. */
function toJsonRow(row: object | undefined): Record<string, unknown> | null {
  if (!row) return null;
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      typeof value === "bigint" ? String(value) : value instanceof Date ? value.toISOString() : value,
    ]),
  );
}
