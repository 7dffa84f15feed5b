import { processSingleton } from "@/db/client.ts";
import { database } from "./context.ts";
import { ANSWER_WITHIN_MS, withDeadline } from "./deadline.ts";

/** For so long a database that has answered counts as there, so that pages ask for nothing beside what they show. */
const BELIEVED_FOR_MS = 1_000;

/**
 * Resolves where the database answers, and asks it only when it was not heard of within the last second; those who ask
 * meanwhile wait together.
 * @throws whatever says that it is away, in time to tell the caller
 */
export async function requireDatabase(): Promise<void> {
  const known = processSingleton("database-heard-of", (): Known => ({ at: Number.NEGATIVE_INFINITY }));
  if (performance.now() - known.at < BELIEVED_FOR_MS) return;
  known.asking ??= withDeadline(ask(known), ANSWER_WITHIN_MS).finally(() => {
    known.asking = undefined;
  });
  return known.asking;
}

interface Known {
  at: number;
  asking?: Promise<void> | undefined;
}

async function ask(known: Known): Promise<void> {
  await database().systemDb.sql`select 1`;
  known.at = performance.now();
}
