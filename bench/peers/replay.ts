import { readFileSync } from "node:fs";
import type postgres from "postgres";
import type { Pools } from "./pools.ts";

/** A statement as the product sent it. */
export interface RecordedStatement {
  pool: keyof Pools;
  text: string;
  values: unknown[];
}

/** What the product asks the database for an answer: of the first tenant, and for the first plugin. */
export type Recordings = Record<"query" | "search" | "builds" | "overview", RecordedStatement[]>;

let recordings: Recordings | undefined;

/**
 * Asks what the product asked, in the same transactions, with `others` in the place of the values that were recorded.
 * @returns the rows of each statement, as arrays of their columns
 */
export async function replay(
  pools: Pools,
  name: keyof Recordings,
  others: Record<string, string>,
): Promise<unknown[][][]> {
  recordings ??= JSON.parse(readFileSync(process.env["RECORDINGS"] ?? "", "utf8")) as Recordings;
  const answers: unknown[][][] = [];
  for (const transaction of transactionsOf(recordings[name])) {
    const [first] = transaction;
    // What the product asks in one statement, it asks without a transaction.
    if (first && transaction.length === 1) answers.push(await ask(pools[first.pool], first, others));
    else
      await pools.walled.begin(async (tx) => {
        for (const statement of transaction) answers.push(await ask(tx, statement, others));
      });
  }
  return answers;
}

function ask(
  tx: postgres.Sql | postgres.TransactionSql,
  { text, values }: RecordedStatement,
  others: Record<string, string>,
): Promise<unknown[][]> {
  const parameters = values.map((value) => others[String(value)] ?? value);
  return tx.unsafe(text, parameters as never[], { prepare: true }).values();
}

/** Each statement that is one by itself, and those that follow the opening of a scope. */
function transactionsOf(statements: RecordedStatement[]): RecordedStatement[][] {
  const transactions: RecordedStatement[][] = [];
  for (const statement of statements) {
    const isFirst = statement.pool === "platform" || statement.text.includes("set_config");
    if (isFirst || transactions.length === 0) transactions.push([]);
    transactions.at(-1)?.push(statement);
  }
  return transactions;
}
