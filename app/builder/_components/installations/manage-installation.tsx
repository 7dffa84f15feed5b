"use client";

import { notifications } from "@mantine/notifications";
import { useRouter } from "next/navigation";
import { useState } from "react";
import type { InstallationUpdates } from "@/db/schema/vocabulary.ts";
import type { InstallationView } from "@/server/installations/view.ts";
import { trpc } from "../../../_trpc/client";
import { readProblem, withProblemMessage } from "../../../_trpc/problem";
import { PlainButton } from "../../../_ui/actions/button";
import { ChoiceButton } from "../../../_ui/actions/choice-button";
import { ConfirmDialog } from "../../../_ui/actions/dialog";
import { showUndoToast } from "../../../_ui/feedback/undo-toast";
import { installationsPath } from "../paths";
import { type InstalledItem, UNDO_TIMEOUT_MS } from "./change-version";
import { UPDATES_CHOICES } from "./labels";

type ManageProps = InstalledItem & { installation: InstallationView };

/** Choice of the update policy, which takes effect at once. Versions above it stay installed. */
export function UpdatesChoice({ installation, name, ...key }: ManageProps) {
  const { version, updates } = installation;
  const router = useRouter();
  const utils = trpc.useUtils();
  const set = trpc.installations.set.useMutation();

  async function choose(picked: InstallationUpdates): Promise<void> {
    try {
      await set.mutateAsync({ ...key, version, updates: picked });
      const help = UPDATES_CHOICES.find(({ value }) => value === picked)?.help ?? "";
      notifications.show({ message: `${name}: ${help.toLowerCase()}` });
    } catch (error) {
      notifications.show({ color: "red", message: readProblem(error).message });
    }
    await utils.installations.invalidate();
    router.refresh();
  }

  return (
    <ChoiceButton
      label={`Updates of ${name}`}
      choices={UPDATES_CHOICES}
      value={updates}
      isDisabled={set.isPending || installation.state === "UNAVAILABLE"}
      onChange={(picked) => void choose(picked)}
    />
  );
}

/** Uninstalls after a confirmation, and offers to install the same again. */
export function Uninstall({ installation, name, ...key }: ManageProps) {
  const [isOpen, setIsOpen] = useState(false);
  const router = useRouter();
  const utils = trpc.useUtils();
  const remove = trpc.installations.remove.useMutation();
  const set = trpc.installations.set.useMutation();
  const { version, updates, acceptedPermissions } = installation;

  async function restore(): Promise<void> {
    try {
      await set.mutateAsync({ ...key, version, updates, acceptPermissions: acceptedPermissions });
      notifications.show({ message: `${name} ${version} installed again` });
    } catch (error) {
      notifications.show({ color: "red", message: readProblem(error).message });
    }
    await utils.installations.invalidate();
    router.refresh();
  }

  async function confirm(): Promise<void> {
    await withProblemMessage(remove.mutateAsync(key));
    const message = `${name} uninstalled`;
    if (installation.state === "UNAVAILABLE") notifications.show({ message });
    else showUndoToast({ message, timeoutMs: UNDO_TIMEOUT_MS, undo: restore });
    await utils.installations.invalidate();
    router.push(installationsPath(key.tenant, key.appId));
    router.refresh();
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
        {installation.state === "UNAVAILABLE"
          ? `Version ${version} can’t be installed again.`
          : "You can install it again at any time."}
      </ConfirmDialog>
    </>
  );
}
