"use client";

import { Button } from "@mantine/core";
import { useState } from "react";
import { onDemand } from "@/app/_ui/actions/on-demand.tsx";
import { nextRolloutState, type RolloutAction } from "@/server/domains/apps/rollouts/policy.ts";
import type { RolloutActionsProps } from "./rollout-dialog";
import { countInstallations, ROLLOUT_LABELS } from "./rollout-state.tsx";

/** The dialog is loaded when one of the buttons is pressed: its field is larger than the buttons. */
const RolloutDialog = onDemand(() => import("./rollout-dialog").then((module) => module.RolloutDialog));

/** Buttons that hold, resume and roll back a rollout, each with a confirmation. */
export function RolloutActions({ rollout, tenant }: RolloutActionsProps) {
  const [asked, setAsked] = useState<RolloutAction>();
  const [isOpen, setIsOpen] = useState(false);
  const { updated } = countInstallations(rollout);
  const canDo = (action: RolloutAction) =>
    nextRolloutState(rollout.state, action) !== null && (action !== "rollBack" || updated > 0);
  return (
    <>
      {(["hold", "resume", "rollBack"] as const).filter(canDo).map((action) => (
        <Button
          key={action}
          variant="default"
          onClick={() => {
            setAsked(action);
            setIsOpen(true);
          }}
        >
          {ROLLOUT_LABELS[action]}
        </Button>
      ))}
      {asked && (
        <RolloutDialog
          rollout={rollout}
          {...(tenant && { tenant })}
          action={asked}
          isOpen={isOpen}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  );
}
