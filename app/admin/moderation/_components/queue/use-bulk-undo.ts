"use client";

import { notifications } from "@mantine/notifications";
import { useEffect, useState } from "react";
import { trpc } from "@/app/_trpc/client.tsx";
import { readProblem } from "@/app/_trpc/problem.ts";
import { formatCount } from "@/app/_ui/format.ts";
import { UNDO_TIMEOUT_MS } from "@/server/domains/moderation/policy.ts";
import type { BulkDecision, BulkDecisionResult } from "./bulk-bar";

/** Undo of a bulk decision, offered for as long as the server permits that of its last listing. */
export function useBulkUndo(decided: BulkDecision, onUndone: () => void) {
  const utils = trpc.useUtils();
  const { mutateAsync: undoDecisions } = trpc.adminModeration.undo.useMutation();
  const [expired, setExpired] = useState<BulkDecision>();
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const listingIds = decided.outcomes.flatMap(({ listingId, problem }) => (problem ? [] : [listingId]));

  useEffect(() => {
    const timer = setTimeout(() => setExpired(decided), UNDO_TIMEOUT_MS);
    return () => clearTimeout(timer);
  }, [decided]);

  async function run(): Promise<void> {
    setIsBusy(true);
    const outcomes = await runInBatches(listingIds, (batch) => undoDecisions({ listingIds: batch }));
    setIsBusy(false);
    setExpired(decided);
    void utils.adminModeration.queue.invalidate();
    const failed = outcomes.flatMap(({ problem }) => problem ?? []);
    const undone = outcomes.length - failed.length;
    if (undone > 0) notifications.show({ message: `${formatCount(undone, "decision")} undone.` });
    if (failed[0]) {
      setProblem(`${formatCount(failed.length, "decision")} not undone: ${failed[0].message}`);
    } else onUndone();
  }

  const isPossible = listingIds.length > 0 && expired !== decided;
  return { isPossible: isPossible || isBusy, isBusy, problem, run };
}

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
