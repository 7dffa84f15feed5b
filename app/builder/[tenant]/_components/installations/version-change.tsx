import { findFormatted, MergedChangelog } from "@/app/_components/changelog/markdown.tsx";
import { mergeChangelogs } from "@/app/_components/changelog/merge-changelogs.ts";
import { Section } from "@/app/_ui/page/section.tsx";
import { MAX_MERGED_VERSIONS } from "@/server/domains/apps/installations/policy.ts";
import type { InstallationPage } from "@/server/domains/apps/installations/view.ts";
import { ChangeVersion } from "./change-version.tsx";
import { updatesAfter } from "./item-labels.tsx";
import { HoldNotice } from "./notices.tsx";
import { PermissionList } from "./permission-list.tsx";
import classes from "./version-change.module.css";

type VersionChangeProps = {
  tenant: string;
  appId: string | null;
  page: InstallationPage;
  canManage: boolean;
};

/** Change to another version: permissions, changes since the installed version, and the button that makes it. */
export function VersionChange({ tenant, appId, page, canManage }: VersionChangeProps) {
  const { item, installation, change } = page;
  if (!change) return null;
  const { kind, version, permissions, missingPermissions, removedPermissions, replaces, hold } = change;
  const parts = mergeEntries(change.entries);
  const updates = updatesAfter(page);
  const pins = installation !== null && installation.updates !== updates;
  const title = { INSTALL: "Install", UPDATE: "Update to", ROLL_BACK: "Roll back to" }[kind];
  return (
    <Section
      id="change"
      title={`${title} ${version}`}
      description={installation ? `Installed: ${installation.version}` : undefined}
    >
      {hold && installation?.heldBack?.version !== version && <HoldNotice version={version} hold={hold} />}
      <div className={classes.card}>
        {replaces && <p>Replaces {replaces}: an app has one theme.</p>}
        {pins && <p>Rolling back pins the version: automatic updates are turned off.</p>}
        <div>
          <h3 className={classes.heading}>
            {kind === "INSTALL" && permissions.length > 0 ? "Permissions to accept" : "Permissions"}
          </h3>
          {permissions.length + removedPermissions.length > 0 ? (
            <PermissionList
              names={[
                ...missingPermissions,
                ...permissions.filter((name) => !missingPermissions.includes(name)),
              ]}
              missing={kind === "INSTALL" ? [] : missingPermissions}
              removed={removedPermissions}
            />
          ) : (
            <p className={classes.none}>This version requests no permissions.</p>
          )}
        </div>
        {kind === "UPDATE" && (
          <div>
            <h3 className={classes.heading}>Changes since {installation?.version}</h3>
            {parts.length > 0 ? (
              <MergedChangelog parts={parts} />
            ) : (
              <p className={classes.none}>No changelogs for these versions</p>
            )}
          </div>
        )}
        {!canManage && <p className={classes.none}>An owner or developer can install this version.</p>}
        {canManage && (
          <ChangeVersion
            key={`${installation?.version} ${version}`}
            tenant={tenant}
            appId={appId}
            type={item.type}
            slug={item.slug}
            name={item.name}
            kind={kind}
            version={version}
            isOnHold={hold !== null || installation?.heldBack?.version === version}
            permissions={missingPermissions}
            updates={updates}
            installed={installation}
          />
        )}
      </div>
    </Section>
  );
}

function mergeEntries(entries: NonNullable<InstallationPage["change"]>["entries"]) {
  const shown = entries.slice(0, MAX_MERGED_VERSIONS);
  const isFormatted = findFormatted(shown.map(({ changelog }) => changelog));
  return mergeChangelogs(
    shown.map(({ version, changelog, document }, index) => ({
      version,
      source: changelog,
      document: isFormatted[index] ? document : null,
    })),
  );
}
