"use client";

import { notifications } from "@mantine/notifications";
import { useCallback, useEffect, useRef, useState } from "react";
import { CLAIM_HEARTBEAT_INTERVAL_MS } from "@/server/moderation/policy.ts";
import { type RouterOutputs, trpc } from "../../../../_trpc/client";
import { readProblem } from "../../../../_trpc/problem";

export type ReviewClaim = RouterOutputs["moderation"]["claim"];

/** Keeps a pending review claimed while its page is open and looked at, and says who else holds it. */
export function useClaim(listingId: string, isPending: boolean, found: ReviewClaim) {
  const [claim, setClaim] = useState<ReviewClaim>(found);
  const wasYours = useRef(false);
  const { mutateAsync: ask, isPending: isAsking } = trpc.moderation.claim.useMutation();
  const { mutate: release } = trpc.moderation.release.useMutation();

  const renew = useCallback(
    async (takeOver: boolean) => {
      const held = await ask({ listingId, takeOver });
      if (wasYours.current && held && !held.isYours) {
        notifications.show({ message: `${held.name} has taken this review over.` });
      }
      wasYours.current = held?.isYours ?? false;
      setClaim(held);
    },
    [ask, listingId],
  );

  useEffect(() => {
    if (!isPending) return;
    // A page that cannot renew just now will with its next sign of life, or loses the claim in time.
    const giveSign = () => void (document.hidden || renew(false).catch(() => {}));
    giveSign();
    const timer = setInterval(giveSign, CLAIM_HEARTBEAT_INTERVAL_MS);
    document.addEventListener("visibilitychange", giveSign);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", giveSign);
      if (wasYours.current) release({ listingId });
    };
  }, [isPending, listingId, renew, release]);

  async function takeOver(): Promise<void> {
    try {
      await renew(true);
    } catch (error) {
      notifications.show({ color: "red", message: readProblem(error).message });
    }
  }

  return { claim, takeOver, isAsking };
}
