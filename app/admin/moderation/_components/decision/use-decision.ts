"use client";

import { notifications } from "@mantine/notifications";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { QUEUE_PATH, reviewPath } from "@/app/_paths/admin.ts";
import { trpc } from "@/app/_trpc/client.tsx";
import { readProblem } from "@/app/_trpc/problem.ts";
import { showUndoToast } from "@/app/_ui/feedback/undo-toast.tsx";
import { canTransition } from "@/server/domains/listings/policy.ts";
import type { DecideListing } from "@/server/domains/moderation/input.ts";
import { UNDO_TIMEOUT_MS } from "@/server/domains/moderation/policy.ts";
import { isolate } from "@/shared/text/isolate.ts";
import type { ListingStatus } from "@/shared/vocabulary.ts";
import type { ReviewedListing } from "./decision-panel";

export interface Decision {
  isBusy: boolean;
  /** Error of the last attempt. */
  problem: string | undefined;
  decide: (input: DecideListing) => Promise<void>;
}

/** Decision of a listing: on success opens the next pending one, on a conflict shows the error and the present state. */
export function useDecision(listing: ReviewedListing, nextListingId: string | null): Decision {
  const router = useRouter();
  const utils = trpc.useUtils();
  const mutation = trpc.adminModeration.decide.useMutation();
  const { mutateAsync: undoDecisions } = trpc.adminModeration.undo.useMutation();
  const [problem, setProblem] = useState<string>();
  const [isLeaving, setIsLeaving] = useState(false);

  /** Other moderators decide too, so the next listing is read again. */
  async function findNext(): Promise<string | null> {
    try {
      const review = await utils.adminModeration.review.fetch({ listingId: listing.id }, { staleTime: 0 });
      return review.nextListingId;
    } catch {
      return nextListingId;
    }
  }

  async function undo(): Promise<void> {
    const problem = await undoDecisions({ listingIds: [listing.id] }).then(
      ([outcome]) => outcome?.problem,
      readProblem,
    );
    if (problem) {
      notifications.show({ color: "red", message: problem.message });
      return;
    }
    void utils.adminModeration.invalidate();
    router.push(reviewPath(listing.id));
    router.refresh();
  }

  async function decide(input: DecideListing): Promise<void> {
    setProblem(undefined);
    try {
      await mutation.mutateAsync(input);
    } catch (error) {
      setProblem(readProblem(error).message);
      void utils.adminChecks.of.invalidate({ listingId: listing.id });
      router.refresh();
      return;
    }
    const name = `${isolate(listing.name)} ${listing.version}`;
    if (listing.status !== "PENDING_APPROVAL") {
      showUndoToast({
        message: `${isolate(name)} ${DECISION_ACTIONS[input.action].done}.`,
        timeoutMs: UNDO_TIMEOUT_MS,
        undo,
      });
      router.refresh();
      return;
    }
    setIsLeaving(true);
    void utils.adminModeration.queue.invalidate();
    const next = await findNext();
    const rest = next ? "" : " The queue is empty.";
    showUndoToast({
      message: `${isolate(name)} ${DECISION_ACTIONS[input.action].done}.${rest}`,
      timeoutMs: UNDO_TIMEOUT_MS,
      undo,
    });
    router.push(next ? reviewPath(next) : QUEUE_PATH);
  }

  return { isBusy: mutation.isPending || isLeaving, problem, decide };
}

export type DecisionAction = DecideListing["action"];

/** The words and the key of each action. `done` follows the listing's name. */
export const DECISION_ACTIONS: Record<
  DecisionAction,
  { keys: string; label: string; done: string; isDestructive?: true }
> = {
  approve: { keys: "a", label: "Approve", done: "approved" },
  reject: { keys: "r", label: "Reject", done: "rejected", isDestructive: true },
  suspend: { keys: "s", label: "Suspend", done: "suspended", isDestructive: true },
  restore: { keys: "b", label: "Restore", done: "restored" },
};

export const ALL_DECISION_ACTIONS = Object.keys(DECISION_ACTIONS) as DecisionAction[];

/** Actions that a status permits, the likeliest first. */
export const listDecisionActions = (status: ListingStatus): DecisionAction[] =>
  ALL_DECISION_ACTIONS.filter((action) => canTransition(status, action));
