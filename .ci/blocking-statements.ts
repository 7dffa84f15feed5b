/** Migration as the check reads it: its number and its text. */
export interface Migration {
  number: number;
  text: string;
}

/** Last migration that was applied before the check existed. */
const LAST_UNCHECKED = 34;
const OUTSIDE_TRANSACTION = /^-- outside a transaction$/m;
/** Comment above a statement that this check would refuse, with the reason why it blocks nothing. */
const REASON = /^-- safe: \S/m;

interface Statement {
  /** Without comments and quotes, with single spaces. */
  text: string;
  hasReason: boolean;
}

/** Rules by the statements that they refuse, each with the statement to write instead. */
const RULES: [pattern: RegExp, cure: string][] = [
  [
    /^create (unique )?index (?!concurrently )/i,
    "CREATE INDEX CONCURRENTLY, in a file outside a transaction, after DROP INDEX CONCURRENTLY IF EXISTS",
  ],
  [/^reindex (?!.*concurrently)/i, "REINDEX CONCURRENTLY"],
  [
    /\badd column .*\bdefault (?!now\(\))(?!')[^,]*\(/i,
    "ADD COLUMN without a default, SET DEFAULT, and a backfill in batches",
  ],
  [/\badd column .*\b(generated|serial|bigserial)\b/i, "a plain column, and a backfill in batches"],
  [
    /\badd column .*\b(references|check|unique|primary key)\b/i,
    "ADD COLUMN alone, and ADD CONSTRAINT … NOT VALID",
  ],
  [/\badd constraint (?!.*\b(not valid|using index)\b)/i, "ADD CONSTRAINT … NOT VALID, or USING INDEX"],
  [/\balter column \S+ (set data )?type\b/i, "a new column, and a backfill in batches"],
  [
    /^(update|delete from|truncate)\b/i,
    "a job, or a DO block outside a transaction, that commits each batch",
  ],
  [/\bdrop (column|table)\b|^drop table\b/i, "a release that does not use it, and the drop in a later one"],
  [/\brename\b/i, "a new name beside the old one, and the drop in a later release"],
  [/^(lock|cluster|vacuum full)\b/i, "nothing that locks a whole table"],
];

/**
 * Problems of the migrations after `LAST_UNCHECKED`: statements that block a table while they read or write all of it, or
 * that break the release before, which still serves. Statements on tables that the same file creates are free.
 */
export function findBlockingStatements(migrations: readonly Migration[]): string[] {
  return migrations
    .filter(({ number }) => number > LAST_UNCHECKED)
    .flatMap(({ number, text }) => {
      const statements = splitStatements(text);
      const created = statements.flatMap(
        (statement) => /^create table (?:if not exists )?(\S+)/i.exec(statement.text)?.[1] ?? [],
      );
      const isCreated = (statement: Statement) => created.includes(tableOf(statement.text) ?? "");
      const isOutside = OUTSIDE_TRANSACTION.test(text);
      const before = migrations.filter((one) => one.number < number).map((one) => one.text);
      return statements
        .filter((statement) => !statement.hasReason && !isCreated(statement))
        .flatMap((statement) =>
          findProblems(statement.text, isOutside, isOutside ? [...before, text] : before),
        )
        .map((problem) => `${String(number).padStart(4, "0")}: ${problem}`);
    });
}

function findProblems(statement: string, isOutside: boolean, validated: readonly string[]): string[] {
  const start = statement.slice(0, 80);
  const cures = RULES.filter(([pattern]) => pattern.test(statement)).map(([, cure]) => cure);
  if (/\bconcurrently\b/i.test(statement) && !isOutside)
    cures.push('the first line "-- outside a transaction"');
  const [, column] = /\balter column (\S+) set not null\b/i.exec(statement) ?? [];
  if (column && !isValidated(tableOf(statement) ?? "", column, validated))
    cures.push(`first CHECK (${column} IS NOT NULL) NOT VALID, and VALIDATE CONSTRAINT in a later file`);
  const [, constraint] = /\bvalidate constraint (\S+)/i.exec(statement) ?? [];
  if (
    constraint &&
    !validated.some((text) => plain(text).toLowerCase().includes(`add constraint ${constraint} `))
  )
    cures.push("VALIDATE CONSTRAINT in a later file: the lock of ADD CONSTRAINT lasts until the commit");
  return cures.map((cure) => `${start}: use ${cure}`);
}

/** True if a validated constraint says that the column has no nulls: PostgreSQL then reads no rows. */
function isValidated(table: string, column: string, texts: readonly string[]): boolean {
  const all = plain(texts.join("\n")).toLowerCase();
  return all
    .split(`alter table ${table} add constraint `)
    .slice(1)
    .filter((rest) => rest.slice(0, 300).includes(`${column} is not null) not valid`))
    .some((rest) => all.includes(`validate constraint ${rest.split(" ", 1)[0]}`));
}

const tableOf = (statement: string): string | undefined =>
  /^(?:alter table (?:if exists )?(?:only )?|update (?:only )?|delete from |truncate (?:table )?|create .{0,300}? on )(\S+)/i.exec(
    statement,
  )?.[1];

const splitStatements = (text: string): Statement[] =>
  text
    .split("--> statement-breakpoint")
    .map((part) => ({ text: plain(part), hasReason: REASON.test(part) }))
    .filter((statement) => statement.text !== "");

/** Statements without comments, semicolons, quotes of names and the schema `public`, on one line. */
const plain = (text: string): string =>
  text
    .replaceAll(/^\s*--.*$/gm, "")
    .replaceAll(/"|;$/gm, "")
    .replaceAll("public.", "")
    .replaceAll(/\s+/g, " ")
    .trim();
