"use client";

import { Button, TextInput } from "@mantine/core";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { nextRolloutState, type RolloutAction } from "@/server/rollouts/policy.ts";
import type { RolloutView } from "@/server/rollouts/view.ts";
import { trpc } from "../../_trpc/client";
import { readProblem } from "../../_trpc/problem";
import { ConfirmDialog } from "../../_ui/actions/dialog";
import { formatCount } from "../../_ui/format";
import { countInstallations } from "./rollout-counts";

const MAX_REASON_LENGTH = 300;

const LABELS: Record<RolloutAction, string> = {
  hold: "Hold rollout",
  resume: "Resume rollout",
  rollBack: "Roll back",
};

type RolloutActionsProps = {
  rollout: RolloutView;
  /** Slug of the publisher in its own dashboard; without it, a Super Admin acts. */
  tenant?: string;
};

/** Buttons that hold, resume and roll back a rollout, each with a confirmation. */
export function RolloutActions({ rollout, tenant }: RolloutActionsProps) {
  const router = useRouter();
  const [asked, setAsked] = useState<RolloutAction>("hold");
  const [isOpen, setIsOpen] = useState(false);
  const [reason, setReason] = useState("");
  const asPublisher = trpc.rollouts.control.useMutation();
  const asAdmin = trpc.adminRollouts.control.useMutation();
  const { updated } = countInstallations(rollout);
  const canDo = (action: RolloutAction) =>
    nextRolloutState(rollout.state, action) !== null && (action !== "rollBack" || updated > 0);
  const title = `${rollout.name} ${rollout.version}`;

  async function confirm() {
    const input = {
      listingId: rollout.listingId,
      action: asked,
      ...(asked !== "resume" && reason.trim() !== "" && { reason: reason.trim() }),
    };
    try {
      if (tenant) await asPublisher.mutateAsync({ tenant, ...input });
      else await asAdmin.mutateAsync(input);
    } catch (error) {
      throw new Error(readProblem(error).message);
    } finally {
      router.refresh();
    }
    setReason("");
  }

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
          {LABELS[action]}
        </Button>
      ))}
      <ConfirmDialog
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        title={`${LABELS[asked]}${asked === "rollBack" ? "" : " of"} ${title}?`}
        effects={effectsOf(asked, updated - rollout.movedBack)}
        isDestructive={asked === "rollBack"}
        confirmLabel={LABELS[asked]}
        onConfirm={confirm}
      >
        {asked === "resume" ? (
          "The next ring opens after the rest of its interval."
        ) : (
          <TextInput
            data-autofocus
            label="Reason"
            description="Optional. Shown to the affected workspaces."
            maxLength={MAX_REASON_LENGTH}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        )}
      </ConfirmDialog>
    </>
  );
}

function effectsOf(action: RolloutAction, updated: number): string[] {
  switch (action) {
    case "hold":
      return ["No further installation is updated until the rollout is resumed"];
    case "resume":
      return ["Failed builds so far no longer count", "The rollout can hold itself again"];
    case "rollBack":
      return [
        `Up to ${formatCount(updated, "installation")} return to the version before`,
        "Installations that were changed since keep their version",
        "The rollout can’t be resumed",
      ];
  }
}
