"use client";

import { Button } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { canTransition } from "@/server/listings/policy.ts";
import { trpc } from "../../../_trpc/client";
import { readProblem } from "../../../_trpc/problem";
import { ConfirmDialog } from "../../../_ui/actions/dialog";
import type { ListingDetail } from "./listing-detail";

const WHERE_FROM: Partial<Record<ListingDetail["status"], string>> = {
  PENDING_APPROVAL: "It leaves the moderation queue, and its place there is lost",
  APPROVED: "It disappears from the marketplace, and nobody can install it from there",
  SUSPENDED: "A moderator can no longer bring it back to the marketplace",
};

export function WithdrawListing({ tenant, listing }: { tenant: string; listing: ListingDetail }) {
  const [isOpen, setIsOpen] = useState(false);
  const router = useRouter();
  const utils = trpc.useUtils();
  const withdraw = trpc.listings.withdraw.useMutation();
  const name = `${listing.name} ${listing.version}`;
  const effect = WHERE_FROM[listing.status];

  async function confirm() {
    try {
      const withdrawn = await withdraw.mutateAsync({ tenant, listingId: listing.id });
      utils.listings.get.setData({ tenant, listingId: listing.id }, withdrawn);
    } catch (error) {
      // Whoever lost a race is told who won it, and sees the state as it is now.
      void utils.listings.get.invalidate({ tenant, listingId: listing.id });
      throw new Error(readProblem(error).message);
    }
    void utils.listings.list.invalidate();
    notifications.show({ message: `${name} is withdrawn.` });
    router.refresh();
  }

  if (!canTransition(listing.status, "withdraw")) return null;
  return (
    <>
      <Button variant="default" onClick={() => setIsOpen(true)}>
        Withdraw
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        title={`Withdraw ${name}?`}
        effects={[
          ...(effect ? [effect] : []),
          `The version ${listing.version} stays used: the next one must be higher`,
        ]}
        phrase={listing.slug}
        confirmLabel="Withdraw listing"
        onConfirm={confirm}
      >
        This takes the version back for good.
      </ConfirmDialog>
    </>
  );
}
