import { readdirSync, readFileSync } from "node:fs";
import { getTableName } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { createRandom } from "./random.ts";

const DATA = new URL("./data/", import.meta.url);

export const readText = (path: string): string => readFileSync(new URL(path, DATA), "utf8");

export const listFiles = (folder: string): string[] =>
  readdirSync(new URL(`${folder}/`, DATA))
    .sort()
    .map((name) => `${folder}/${name}`);

/**
 * JSON below `data/`. `@acme` is replaced by the ID of that name in `ids.json`, and texts such as `2.5 days ago` or `in
 * 12 days` by that time. The caller names the type, which is not validated.
 */
export function readJson<T>(path: string, now: Date): T {
  const ids = JSON.parse(readText("ids.json")) as Record<string, string>;
  return JSON.parse(readText(path), (_key, value) => {
    if (typeof value !== "string") return value;
    const [, name] = /^@([a-z-]+)$/.exec(value) ?? [];
    if (name) return ids[name] ?? fail(`${path}: ids.json has no ${name}`);
    const [, future, amount, unit] = /^(in )?([\d.]+) (days|minutes)(?: ago)?$/.exec(value) ?? [];
    if (!amount) return value;
    return secondsAfter(now, (future ? 1 : -1) * Number(amount) * (unit === "days" ? DAY : MINUTE));
  });
}

/**
 * Rows of a table from `data/tables/`, each with an id. `Extra` is the type of fields that are no columns; Drizzle leaves
 * them out. JSON has no bigint: such columns hold numbers, which the driver takes as well.
 */
export function readRows<T extends PgTable, Extra = unknown>(
  table: T,
  now: Date,
): (T["$inferInsert"] & { id: string; createdAt: Date } & Extra)[] {
  const name = getTableName(table);
  const random = createRandom(name);
  const rows = readJson<(T["$inferInsert"] & { createdAt: Date; occurredAt?: Date } & Extra)[]>(
    `tables/${name}.json`,
    now,
  );
  return rows.map((row) => ({ id: random.uuid(row.occurredAt ?? row.createdAt), ...row }));
}

/** Replaces each `{{expression}}` in all texts of a JSON value. A text with only one expression becomes its value. */
export function fillTemplate<T>(template: T, evaluate: (expression: string) => unknown): T;
export function fillTemplate(template: unknown, evaluate: (expression: string) => unknown): unknown {
  if (typeof template === "string") {
    const [, whole] = /^\{\{([^}]+)\}\}$/.exec(template) ?? [];
    if (whole) return evaluate(whole);
    return template.replaceAll(/\{\{([^{}]+)\}\}/g, (_match, expression) => String(evaluate(expression)));
  }
  if (Array.isArray(template)) return template.map((part) => fillTemplate(part, evaluate));
  if (typeof template !== "object" || template === null) return template;
  return Object.fromEntries(
    Object.entries(template).map(([key, value]) => [key, fillTemplate(value, evaluate)]),
  );
}

export const MINUTE = 60;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** Time rounded to milliseconds, the precision of `Date`. */
export const secondsAfter = (at: Date, seconds: number): Date =>
  new Date(at.getTime() + Math.round(seconds * 1_000));

export const byTime =
  <T>(timeOf: (item: T) => Date) =>
  (one: T, other: T): number =>
    timeOf(one).getTime() - timeOf(other).getTime();

function fail(message: string): never {
  throw new Error(message);
}
