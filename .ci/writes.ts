import { posix } from "node:path";

/** Table that a file of the server writes. */
export interface Write {
  table: string;
  file: string;
}

/** Tables of the schema by the variable that the query builder uses. */
export const readTables = (schema: string): Map<string, string> =>
  new Map(
    [...schema.matchAll(/export const (\w+) = pgTable\(\s*"(\w+)"/g)].map(([, variable = "", table = ""]) => [
      variable,
      table,
    ]),
  );

const BUILDER_WRITE = /\b(?:tx|orm)\s*\.(?:insert|update|delete)\(([^)]*)\)/g;
/** Also `for update` and `do update set`, which no table's name follows. */
const SQL_WRITE = /\b(?:insert into|delete from|update) (\w+)/g;

/** Tables that a source file writes, and whether it writes one that only a variable names, as in `tx.update(table)`. */
export function readWrites(text: string, tables: ReadonlyMap<string, string>) {
  const targets = [...text.matchAll(BUILDER_WRITE)].map(([, target = ""]) => target);
  const names = new Set(tables.values());
  const inSql = [...text.matchAll(SQL_WRITE)].map(([, table = ""]) => table);
  return {
    named: [
      ...new Set([
        ...targets.flatMap((target) => tables.get(target) ?? []),
        ...inSql.filter((table) => names.has(table)),
      ]),
    ],
    hasVariable: targets.some((target) => !tables.has(target)),
  };
}

/** Folder of a file: the layer of the server, or the folder of the domain such as `accounts/users`. */
export function folderOf(file: string): string {
  const [, layer = "", ...domain] = posix.dirname(file).split("/");
  return layer === "domains" ? domain.join("/") : layer;
}

/** Tables that two folders write, and exceptions that nothing needs. */
export function findProblems(
  writes: readonly Write[],
  exceptions: readonly (readonly [table: string, folder: string, reason: string])[],
): string[] {
  const needed = new Set<unknown>();
  const owners = new Map<string, Write>();
  const problems: string[] = [];
  for (const { table, file } of writes) {
    const exception = exceptions.find(([of, folder]) => of === table && folder === folderOf(file));
    const owner = owners.get(table);
    if (exception) needed.add(exception);
    else if (!owner) owners.set(table, { table, file });
    else if (folderOf(owner.file) !== folderOf(file))
      problems.push(`${table} is written by ${owner.file} and ${file}`);
  }
  const unneeded = exceptions.filter((exception) => !needed.has(exception));
  return [...problems, ...unneeded.map(([table, folder]) => `${folder} does not write ${table}`)];
}
