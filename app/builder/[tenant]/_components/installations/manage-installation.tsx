"use client";

import { notifications } from "@mantine/notifications";
import { useState } from "react";
import { installationsPath } from "@/app/_paths/builder.ts";
import { withProblemMessage } from "@/app/_trpc/problem.ts";
import { PlainButton } from "@/app/_ui/actions/button.tsx";
import { ChoiceButton } from "@/app/_ui/actions/choice-button.tsx";
import { ConfirmDialog } from "@/app/_ui/actions/dialog.tsx";
import { showUndoToast } from "@/app/_ui/feedback/undo-toast.tsx";
import type { InstallationView } from "@/server/domains/apps/installations/view.ts";
import { isolate } from "@/shared/text/isolate.ts";
import type { InstallationUpdates } from "@/shared/vocabulary.ts";
import { UPDATES_CHOICES } from "./item-labels.tsx";
import { type InstalledItem, UNDO_TIMEOUT_MS, useInstallation } from "./use-installation.ts";

type ManageProps = InstalledItem & { installed: InstallationView };

/** Choice of the update policy, which takes effect at once. */
export function UpdatesChoice({ installed, ...item }: ManageProps) {
  const { version, updates, state } = installed;
  const installation = useInstallation(item);

  function choose(picked: InstallationUpdates): void {
    const help = UPDATES_CHOICES.find(({ value }) => value === picked)?.help ?? "";
    const content = { version, updates: picked, expectedVersion: version };
    void installation.setAndTell(content, `${item.name}: ${help.toLowerCase()}`);
  }

  return (
    <ChoiceButton
      label={`Updates of ${item.name}`}
      choices={UPDATES_CHOICES}
      value={updates}
      isDisabled={installation.isPending || state === "UNAVAILABLE"}
      onChange={choose}
    />
  );
}

/** Uninstalls after a confirmation, and offers to install the same again. */
export function Uninstall({ installed, ...item }: ManageProps) {
  const [isOpen, setIsOpen] = useState(false);
  const installation = useInstallation(item);
  const { version, updates, acceptedPermissions, state } = installed;
  const { name } = item;
  const isAvailable = state !== "UNAVAILABLE";

  async function confirm(): Promise<void> {
    await withProblemMessage(installation.remove());
    const message = `${name} uninstalled`;
    const content = { version, updates, acceptPermissions: acceptedPermissions, expectedVersion: null };
    const undo = () => installation.setAndTell(content, `${isolate(name)} ${version} installed again`);
    if (isAvailable) showUndoToast({ message, timeoutMs: UNDO_TIMEOUT_MS, undo });
    else notifications.show({ message });
    await installation.refresh(installationsPath(item.tenant, item.appId));
  }

  return (
    <>
      <PlainButton onClick={() => setIsOpen(true)}>Uninstall</PlainButton>
      <ConfirmDialog
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        title={`Uninstall ${name}?`}
        effects={[
          "New builds run without it",
          "Queued and running builds keep it",
          ...(acceptedPermissions.length > 0 ? ["Your consent to its permissions ends"] : []),
        ]}
        isDestructive
        confirmLabel="Uninstall"
        onConfirm={confirm}
      >
        {isAvailable
          ? "You can install it again at any time."
          : `Version ${version} can’t be installed again.`}
      </ConfirmDialog>
    </>
  );
}
