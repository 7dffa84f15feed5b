"use client";

import { Button } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { describeRemoval } from "@/app/_components/labels/decision-impact.ts";
import { trpc } from "@/app/_trpc/client.tsx";
import { readProblem } from "@/app/_trpc/problem.ts";
import { ConfirmDialog } from "@/app/_ui/actions/dialog.tsx";
import { canTransition } from "@/server/domains/listings/policy.ts";
import { isolate } from "@/shared/text/isolate.ts";
import type { ListingDetail } from "./listing-detail";

const EFFECTS: Partial<Record<ListingDetail["status"], string>> = {
  PENDING_APPROVAL: "It is removed from the review queue",
  APPROVED: "It is removed from the marketplace",
  SUSPENDED: "Moderators can no longer restore it",
};

export function WithdrawListing({ tenant, listing }: { tenant: string; listing: ListingDetail }) {
  const [isOpen, setIsOpen] = useState(false);
  const router = useRouter();
  const utils = trpc.useUtils();
  const withdraw = trpc.listings.withdraw.useMutation();
  const { data: impact } = trpc.installations.impact.useQuery(
    { tenant, listingId: listing.id },
    { enabled: isOpen && listing.status === "APPROVED", staleTime: 0 },
  );
  const name = `${isolate(listing.name)} ${listing.version}`;
  const effect = EFFECTS[listing.status];

  async function confirm() {
    try {
      const withdrawn = await withdraw.mutateAsync({ tenant, listingId: listing.id });
      utils.listings.get.setData({ tenant, listingId: listing.id }, withdrawn);
    } catch (error) {
      // After a lost race, the error names the winner and the page shows the current status.
      void utils.listings.get.invalidate({ tenant, listingId: listing.id });
      throw new Error(readProblem(error).message);
    }
    void utils.listings.list.invalidate();
    notifications.show({ message: `${name} withdrawn` });
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
          ...(impact ? describeRemoval(impact) : []),
          `Version ${listing.version} can’t be reused; the next one must be higher`,
        ]}
        isDestructive
        confirmLabel="Withdraw listing"
        onConfirm={confirm}
      >
        This can’t be undone.
      </ConfirmDialog>
    </>
  );
}
