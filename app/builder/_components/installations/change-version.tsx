"use client";

import { notifications } from "@mantine/notifications";
import { useRouter } from "next/navigation";
import { useState } from "react";
import type { InstallationUpdates, ListingType } from "@/db/schema/vocabulary.ts";
import type { InstallationChange } from "@/server/installations/view.ts";
import { trpc } from "../../../_trpc/client";
import { readProblem } from "../../../_trpc/problem";
import { PlainButton } from "../../../_ui/actions/button";
import { showUndoToast } from "../../../_ui/feedback/undo-toast";
import { installationPath } from "../paths";
import classes from "./change-version.module.css";

export type InstalledItem = {
  tenant: string;
  appId: string | null;
  type: ListingType;
  slug: string;
  name: string;
};

/** How long a change can be undone from its toast. */
export const UNDO_TIMEOUT_MS = 10_000;

type ChangeVersionProps = InstalledItem & {
  kind: InstallationChange["kind"];
  version: string;
  /** Where it is installed, if the button says so. */
  place?: string;
  /** Permissions that the button accepts. */
  permissions: string[];
  updates: InstallationUpdates;
  /** Installed version, to return to. */
  previous: string | null;
};

/** Button that installs a version with consent to what it requests, and offers to undo that. */
export function ChangeVersion(props: ChangeVersionProps) {
  const { kind, version, place, permissions, updates, previous, ...item } = props;
  const { name, ...key } = item;
  const router = useRouter();
  const utils = trpc.useUtils();
  const set = trpc.installations.set.useMutation();
  const [isLeaving, setIsLeaving] = useState(false);
  const path = installationPath(item.tenant, item);

  async function restore(): Promise<void> {
    if (!previous) return;
    try {
      await set.mutateAsync({ ...key, version: previous, updates });
      notifications.show({ message: `${name} is back at ${previous}` });
    } catch (error) {
      notifications.show({ color: "red", message: readProblem(error).message });
    }
    await utils.installations.invalidate();
    router.refresh();
  }

  async function run(): Promise<void> {
    try {
      await set.mutateAsync({ ...key, version, updates, acceptPermissions: permissions });
    } catch {
      return;
    }
    setIsLeaving(true);
    const message = `${name} ${version} installed${place ? ` in ${place}` : ""}`;
    if (previous) showUndoToast({ message, timeoutMs: UNDO_TIMEOUT_MS, undo: restore });
    else notifications.show({ message });
    await utils.installations.invalidate();
    router.push(path);
    router.refresh();
  }

  return (
    <div className={classes.change}>
      {set.error && (
        <p role="alert" className={classes.problem}>
          {readProblem(set.error).message}
        </p>
      )}
      <PlainButton variant="filled" isBusy={set.isPending || isLeaving} onClick={() => void run()}>
        {labelOf(props)}
      </PlainButton>
    </div>
  );
}

/** Installing accepts what the page lists, so only the button of an update says so. */
function labelOf({ kind, version, place, permissions }: ChangeVersionProps): string {
  if (kind === "INSTALL") return place ? `Install in ${place}` : `Install ${version}`;
  const verb = kind === "UPDATE" ? "Update to" : "Roll back to";
  return permissions.length > 0 ? `Accept and ${verb.toLowerCase()} ${version}` : `${verb} ${version}`;
}
