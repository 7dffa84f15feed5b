import { RolloutActions } from "@/app/_components/rollouts/rollout-actions.tsx";
import { RolloutBadge } from "@/app/_components/rollouts/rollout-badge.tsx";
import { RolloutPanel } from "@/app/_components/rollouts/rollout-panel.tsx";
import type { RouterOutputs } from "@/app/_trpc/client.tsx";
import { Section } from "@/app/_ui/page/section.tsx";

type RolloutSectionProps = {
  tenant: string;
  rollout: NonNullable<RouterOutputs["rollouts"]["ofListing"]>;
  canControl: boolean;
};

/** Rollout of one of the tenant's versions. */
export function RolloutSection({ tenant, rollout, canControl }: RolloutSectionProps) {
  return (
    <Section
      id="rollout"
      title="Rollout"
      description={<RolloutBadge state={rollout.state} />}
      actions={canControl && <RolloutActions rollout={rollout} tenant={tenant} />}
    >
      <RolloutPanel rollout={rollout} />
    </Section>
  );
}
