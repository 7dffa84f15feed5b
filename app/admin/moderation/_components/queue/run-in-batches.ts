import { readProblem } from "@/app/_trpc/problem.ts";
import type { BulkDecisionResult } from "./bulk-bar";

/** Small enough for the request timeout. */
const DECISION_BATCH_SIZE = 5;

/** Runs a bulk call in batches, one after the other; a failed request becomes the error of its listings. */
export async function runInBatches(
  listingIds: readonly string[],
  call: (listingIds: string[]) => Promise<BulkDecisionResult[]>,
): Promise<BulkDecisionResult[]> {
  const outcomes: BulkDecisionResult[] = [];
  for (let at = 0; at < listingIds.length; at += DECISION_BATCH_SIZE) {
    const batch = listingIds.slice(at, at + DECISION_BATCH_SIZE);
    try {
      outcomes.push(...(await call(batch)));
    } catch (error) {
      const { code, message } = readProblem(error);
      const problem = { code: code ?? ("UNAVAILABLE" as const), message };
      outcomes.push(...batch.map((listingId) => ({ listingId, problem })));
    }
  }
  return outcomes;
}
