import { ListingTypeLabel } from "@/app/_components/labels/listing-type.tsx";
import { installationPath } from "@/app/_paths/builder.ts";
import { CopyableId } from "@/app/_ui/actions/copyable-code.tsx";
import { DataTable } from "@/app/_ui/data/data-table.tsx";
import { RelativeTime } from "@/app/_ui/data/time.tsx";
import { Absent, ClippedText, Dot, KeyValueList } from "@/app/_ui/data/values.tsx";
import { Link } from "@/app/_ui/page/link.tsx";
import { Section } from "@/app/_ui/page/section.tsx";
import type { InstallationPage } from "@/server/domains/apps/installations/view.ts";
import classes from "./installation-detail.module.css";
import { describeState, describeUpdates } from "./item-labels.tsx";
import { Uninstall, UpdatesChoice } from "./manage-installation.tsx";
import { HoldNotice, InstallationNotice } from "./notices.tsx";
import { PermissionList } from "./permission-list.tsx";
import { VersionChange } from "./version-change.tsx";

type InstallationDetailProps = {
  tenant: string;
  appId: string | null;
  page: InstallationPage;
  canManage: boolean;
};

/** Page of an item in an app or, for a system plugin, in the workspace. */
export function InstallationDetail({ tenant, appId, page, canManage }: InstallationDetailProps) {
  const { item, installation, versions, hold } = page;
  const key = { tenant, appId, type: item.type, slug: item.slug, name: item.name };
  return (
    <>
      {installation && <InstallationNotice installation={installation} hasOther={versions.length > 0} />}
      {installation && hold && (
        <HoldNotice version={installation.version} hold={hold} advice="Roll back if your builds fail." />
      )}
      <div className={classes.columns}>
        <div>
          <VersionChange tenant={tenant} appId={appId} page={page} canManage={canManage} />
          {installation && (
            <Section title="Accepted permissions" isCard>
              {installation.acceptedPermissions.length > 0 ? (
                <PermissionList names={installation.acceptedPermissions} />
              ) : (
                <p className={classes.none}>No permissions</p>
              )}
            </Section>
          )}
          <Versions tenant={tenant} appId={appId} page={page} canManage={canManage} />
        </div>
        <div>
          <Section title="Details" isCard>
            <div className={classes.facts}>
              <KeyValueList
                items={[
                  { label: "Type", value: <ListingTypeLabel type={item.type} /> },
                  { label: "Slug", value: <CopyableId id={item.slug} label="slug" shownLength={24} /> },
                  { label: "Publisher", value: item.publisher },
                  { label: "Latest", value: item.currentVersion },
                  ...(installation
                    ? [
                        { label: "Version", value: installation.version },
                        { label: "Status", value: <State installation={installation} /> },
                        {
                          label: "Updates",
                          value: canManage ? (
                            <UpdatesChoice {...key} installed={installation} />
                          ) : (
                            describeUpdates(installation.updates)
                          ),
                        },
                        { label: "Installed", value: <RelativeTime value={installation.installedAt} /> },
                        { label: "Changed", value: <RelativeTime value={installation.updatedAt} /> },
                      ]
                    : []),
                ]}
              />
            </div>
          </Section>
          {installation && canManage && (
            <div className={classes.uninstall}>
              <Uninstall {...key} installed={installation} />
            </div>
          )}
        </div>
      </div>
    </>
  );
}

function State({ installation }: { installation: NonNullable<InstallationPage["installation"]> }) {
  const { tone, label } = describeState(installation);
  return <Dot tone={tone}>{label}</Dot>;
}

function Versions({ tenant, appId, page, canManage }: InstallationDetailProps) {
  const { item, installation, versions, change } = page;
  if (versions.length === 0) return null;
  const path = installationPath(tenant, { ...item, appId });
  const installedAt = versions.findIndex(({ version }) => version === installation?.version);
  return (
    <Section title="Versions">
      <DataTable
        caption="Approved versions, highest first"
        rows={versions.map((version, index) => ({ ...version, index }))}
        rowKey={({ version }) => version}
        columns={[
          {
            key: "version",
            header: "Version",
            cell: ({ version }) => <ClippedText text={version} width="10rem" />,
          },
          {
            key: "permissions",
            header: "Permissions",
            isMinor: true,
            cell: ({ permissions }) =>
              permissions.length > 0 ? (
                <ClippedText text={permissions.join(", ")} width="14rem" />
              ) : (
                <Absent />
              ),
          },
          {
            key: "approved",
            header: "Approved",
            cell: ({ approvedAt }) => <RelativeTime value={approvedAt} />,
          },
          {
            key: "action",
            header: <span className="visually-hidden">Action</span>,
            align: "end",
            cell: ({ version, index }) => {
              if (version === installation?.version) return <Dot tone="ok">Installed</Dot>;
              if (version === change?.version) return <Dot tone="info">Selected</Dot>;
              if (!canManage) return null;
              const verb = !installation ? "Install" : index < installedAt ? "Update" : "Roll back";
              return (
                <Link href={`${path}?version=${encodeURIComponent(version)}#change`}>
                  {installation && installedAt < 0 ? "Select" : verb}
                  <span className="visually-hidden"> {version}</span>
                </Link>
              );
            },
          },
        ]}
      />
    </Section>
  );
}
