import { RolloutActions } from "../../../../_components/rollouts/rollout-actions";
import { RolloutBadge } from "../../../../_components/rollouts/rollout-badge";
import { RolloutPanel } from "../../../../_components/rollouts/rollout-panel";
import type { RouterOutputs } from "../../../../_trpc/client";
import { Section } from "../../../../_ui/page/section";

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
