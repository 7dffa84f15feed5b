"use client";

import { ChecksState } from "../../../../_components/findings/checks-state";
import { type RouterOutputs, trpc } from "../../../../_trpc/client";
import { Section } from "../../../../_ui/page/section";

/** The checks take a moment after a submission. */
const LOOK_AGAIN_MS = 2_000;

/** What the automated checks found in a listing, and what its publisher can do about it. */
export function ListingChecks({ tenant, found }: { tenant: string; found: RouterOutputs["checks"]["of"] }) {
  const { data: checks } = trpc.checks.of.useQuery(
    { tenant, listingId: found.listingId },
    {
      initialData: found,
      refetchInterval: ({ state }) =>
        (state.data?.state === "WAITING" || state.data?.state === "RUNNING") && LOOK_AGAIN_MS,
    },
  );
  return (
    <Section
      title="Automated checks"
      description="Moderators see the same. Findings decide nothing by themselves; what is fixed or explained is approved sooner."
    >
      <ChecksState checks={checks} reader="publisher" />
    </Section>
  );
}
