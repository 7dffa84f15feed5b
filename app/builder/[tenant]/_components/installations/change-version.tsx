"use client";

import { notifications } from "@mantine/notifications";
import { useState } from "react";
import { installationPath } from "@/app/_paths/builder.ts";
import { readProblem } from "@/app/_trpc/problem.ts";
import { PlainButton } from "@/app/_ui/actions/button.tsx";
import { showUndoToast } from "@/app/_ui/feedback/undo-toast.tsx";
import type { InstallationChange, InstallationView } from "@/server/domains/apps/installations/view.ts";
import { isolate } from "@/shared/text/isolate.ts";
import type { InstallationUpdates } from "@/shared/vocabulary.ts";
import classes from "./change-version.module.css";
import { type InstalledItem, UNDO_TIMEOUT_MS, useInstallation } from "./use-installation.ts";

type ChangeVersionProps = InstalledItem & {
  kind: InstallationChange["kind"];
  version: string;
  /** App or workspace, if the button names it. */
  place?: string;
  /** Permissions that the button accepts. */
  permissions: string[];
  updates: InstallationUpdates;
  /** Installed version; null for none. */
  installed: Pick<InstallationView, "version" | "updates" | "state" | "acceptedPermissions"> | null;
  /** The rollout keeps the version from this installation. */
  isOnHold?: boolean;
};

/** Button that installs a version with consent to what it requests, and offers to undo that. */
export function ChangeVersion(props: ChangeVersionProps) {
  const { version, place, permissions, updates, installed, isOnHold, ...item } = props;
  const installation = useInstallation(item);
  const [isLeaving, setIsLeaving] = useState(false);

  async function run(): Promise<void> {
    try {
      const expectedVersion = installed?.version ?? null;
      await installation.set({ version, updates, acceptPermissions: permissions, expectedVersion });
    } catch {
      return;
    }
    setIsLeaving(true);
    const { name } = item;
    const message = `${isolate(name)} ${version} installed${place ? ` in ${place}` : ""}`;
    if (installed && installed.state !== "UNAVAILABLE") {
      const previous = {
        version: installed.version,
        updates: installed.updates,
        acceptPermissions: installed.acceptedPermissions,
        // Else a running rollout could install the version again.
        replacesConsent: true,
        expectedVersion: version,
      };
      const undo = () => installation.setAndTell(previous, `${name} rolled back to ${previous.version}`);
      showUndoToast({ message, timeoutMs: UNDO_TIMEOUT_MS, undo });
    } else notifications.show({ message });
    await installation.refresh(installationPath(item.tenant, item));
  }

  return (
    <div className={classes.change}>
      {installation.error && (
        <p role="alert" className={classes.problem}>
          {readProblem(installation.error).message}
        </p>
      )}
      <PlainButton
        variant={isOnHold ? "default" : "filled"}
        isBusy={installation.isPending || isLeaving}
        onClick={() => void run()}
      >
        {labelOf(props)}
      </PlainButton>
    </div>
  );
}

/** Installing accepts what the page lists, so only the button of an update says so. */
function labelOf({ kind, version, place, permissions, isOnHold }: ChangeVersionProps): string {
  const end = isOnHold ? " anyway" : "";
  if (kind === "INSTALL") return `Install ${place ? `in ${place}` : version}${end}`;
  const verb = kind === "UPDATE" ? "Update to" : "Roll back to";
  return `${permissions.length > 0 ? `Accept and ${verb.toLowerCase()}` : verb} ${version}${end}`;
}
