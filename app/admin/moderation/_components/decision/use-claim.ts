"use client";

import { notifications } from "@mantine/notifications";
import { useCallback, useEffect, useRef, useState } from "react";
import { type RouterOutputs, trpc } from "@/app/_trpc/client.tsx";
import { notifyProblem } from "@/app/_trpc/notify.ts";
import { usePageVisible } from "@/app/_ui/data/clock.tsx";
import { CLAIM_HEARTBEAT_INTERVAL_MS } from "@/server/domains/moderation/policy.ts";

export type ReviewClaim = RouterOutputs["adminModeration"]["claim"];

/** Claim of a pending review, renewed by heartbeats while its page is visible. */
export function useClaim(listingId: string, isPending: boolean, found: ReviewClaim) {
  const [claim, setClaim] = useState<ReviewClaim>(found);
  const wasYours = useRef(false);
  const isVisible = usePageVisible();
  const { mutateAsync: ask, isPending: isAsking } = trpc.adminModeration.claim.useMutation();
  const { mutate: release } = trpc.adminModeration.release.useMutation();

  const renew = useCallback(
    async (takeOver: boolean) => {
      const held = await ask({ listingId, takeOver });
      if (wasYours.current && held && !held.isYours) {
        notifications.show({ message: `${held.name} took over this review` });
      }
      wasYours.current = held?.isYours ?? false;
      setClaim(held);
    },
    [ask, listingId],
  );

  useEffect(() => {
    if (!isPending || !isVisible) return;
    // A failed heartbeat is made up for by the next one, or the claim expires.
    const sendHeartbeat = () => void renew(false).catch(() => {});
    sendHeartbeat();
    const timer = setInterval(sendHeartbeat, CLAIM_HEARTBEAT_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [isPending, isVisible, renew]);

  useEffect(() => {
    if (!isPending) return;
    return () => {
      if (wasYours.current) release({ listingId });
    };
  }, [isPending, listingId, release]);

  async function takeOver(): Promise<void> {
    try {
      await renew(true);
    } catch (error) {
      notifyProblem(error);
    }
  }

  return { claim, takeOver, isAsking };
}
