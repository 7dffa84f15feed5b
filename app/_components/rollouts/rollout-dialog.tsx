"use client";

import { TextInput } from "@mantine/core";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { trpc } from "@/app/_trpc/client.tsx";
import { withProblemMessage } from "@/app/_trpc/problem.ts";
import { ConfirmDialog } from "@/app/_ui/actions/dialog.tsx";
import { formatCount } from "@/app/_ui/format.ts";
import type { RolloutAction } from "@/server/domains/apps/rollouts/policy.ts";
import type { RolloutView } from "@/server/domains/apps/rollouts/view.ts";
import { MAX_ROLLOUT_REASON_LENGTH } from "@/shared/bounds.ts";
import { isolate } from "@/shared/text/isolate.ts";
import { countInstallations, ROLLOUT_LABELS } from "./rollout-state.tsx";

export type RolloutActionsProps = {
  rollout: RolloutView;
  /** Slug of the publisher in its own dashboard; without it, a Super Admin acts. */
  tenant?: string;
};

type RolloutDialogProps = RolloutActionsProps & {
  action: RolloutAction;
  isOpen: boolean;
  onClose: () => void;
};

/** Lazily loaded confirmation of `RolloutActions`, with a reason. */
export function RolloutDialog({ rollout, tenant, action, isOpen, onClose }: RolloutDialogProps) {
  const router = useRouter();
  const [reason, setReason] = useState("");
  const asPublisher = trpc.rollouts.control.useMutation();
  const asAdmin = trpc.adminRollouts.control.useMutation();
  const { updated } = countInstallations(rollout);
  const title = `${isolate(rollout.name)} ${rollout.version}`;

  async function confirm() {
    const input = {
      listingId: rollout.listingId,
      action,
      ...(action !== "resume" && reason.trim() !== "" && { reason: reason.trim() }),
    };
    try {
      await withProblemMessage(
        tenant ? asPublisher.mutateAsync({ tenant, ...input }) : asAdmin.mutateAsync(input),
      );
    } finally {
      router.refresh();
    }
    setReason("");
  }

  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={`${ROLLOUT_LABELS[action]}${action === "rollBack" ? "" : " of"} ${title}?`}
      effects={effectsOf(action, updated - rollout.movedBack)}
      isDestructive={action === "rollBack"}
      confirmLabel={ROLLOUT_LABELS[action]}
      onConfirm={confirm}
    >
      {action === "resume" ? (
        "The next ring opens when its interval ends."
      ) : (
        <TextInput
          data-autofocus
          label="Reason"
          description="Optional. Shown to the affected workspaces."
          maxLength={MAX_ROLLOUT_REASON_LENGTH}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      )}
    </ConfirmDialog>
  );
}

function effectsOf(action: RolloutAction, updated: number): string[] {
  switch (action) {
    case "hold":
      return ["No more installations are updated until you resume it"];
    case "resume":
      return ["Failures so far no longer count", "New failures can put it on hold again"];
    case "rollBack":
      return [
        `Up to ${formatCount(updated, "installation")} return to their previous version`,
        "Installations changed since then keep their version",
        "The rollout can’t be resumed",
      ];
  }
}
