"use client";

import { Button } from "@mantine/core";
import { IconArchive } from "@tabler/icons-react";
import { RelativeTime } from "../../../_ui/data/time";
import classes from "./apps.module.css";
import type { ManagedApp } from "./manage-app";
import { useRestoreApp } from "./use-restore-app";

type ArchivedAppProps = { tenant: string; app: ManagedApp; archivedAt: string; mayBuild: boolean };

/** Says on the page of an archived app why it cannot be built, and leads back. */
export function ArchivedApp({ tenant, app, archivedAt, mayBuild }: ArchivedAppProps) {
  const restore = useRestoreApp(tenant, app.id);
  return (
    <div className={classes.archived} role="note">
      <IconArchive size={18} stroke={1.6} aria-hidden="true" />
      <p>
        Archived <RelativeTime value={archivedAt} />. Its builds stay; no new ones can be queued.
      </p>
      {mayBuild && (
        <Button variant="default" size="xs" onClick={restore.run} loading={restore.isPending}>
          Restore
        </Button>
      )}
    </div>
  );
}
