/** Rows are named by their number, so that the load generator needs no list of identifiers. */
const DIGIT = {
  tenant: "a",
  user: "b",
  app: "c",
  busyApp: "d",
  build: "1",
  freshBuild: "2",
  plugin: "e",
  listing: "f",
};

export type RowKind = keyof typeof DIGIT;

export function rowId(kind: RowKind, number: number): string {
  return `01900000-0000-7000-8000-${DIGIT[kind]}${number.toString(16).padStart(11, "0")}`;
}

/** The number of the row that `rowId` named so. */
export function rowNumber(id: string): number {
  return Number.parseInt(id.slice(-11), 16);
}

/** What `rowId` gives, as an SQL expression; `number` is one, too. */
export function rowIdSql(kind: RowKind, number: string): string {
  return `('01900000-0000-7000-8000-${DIGIT[kind]}' || lpad(to_hex((${number})::bigint), 11, '0'))::uuid`;
}
