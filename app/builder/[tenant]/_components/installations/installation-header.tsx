import { ApiPopover } from "@/app/_components/api-calls/api-popover.tsx";
import { itemPath } from "@/app/_paths/marketplace.ts";
import { ButtonLink } from "@/app/_ui/actions/button.tsx";
import { type Breadcrumb, PageHeader } from "@/app/_ui/page/page-header.tsx";
import type { InstallationPage } from "@/server/domains/apps/installations/view.ts";
import { LISTING_TYPE_SEGMENTS } from "@/shared/vocabulary.ts";
import { ItemIcon, updatesAfter } from "./item-labels.tsx";

type InstallationHeaderProps = {
  tenantId: string;
  appId: string | null;
  page: InstallationPage;
  description: string;
  breadcrumbs: Breadcrumb[];
};

export function InstallationHeader(props: InstallationHeaderProps) {
  const { tenantId, appId, page, description, breadcrumbs } = props;
  const { item, installation, change } = page;
  const target = appId ? `/api/apps/${appId}/installations` : "/api/installations";
  return (
    <PageHeader
      title={item.name}
      icon={<ItemIcon type={item.type} icon={item.icon} size="md" />}
      description={description}
      breadcrumbs={breadcrumbs}
      actions={
        <>
          <ApiPopover
            method="PUT"
            path={`${target}/${LISTING_TYPE_SEGMENTS[item.type]}/${item.slug}`}
            tenantId={tenantId}
            cli={toInstallCommand(page, appId)}
            permission="APPS_MANAGE"
            body={{
              version: change?.version ?? installation?.version,
              updates: updatesAfter(page),
              acceptPermissions: change?.missingPermissions ?? [],
            }}
          />
          {item.publisher && <ButtonLink href={itemPath(item)}>View in marketplace</ButtonLink>}
        </>
      }
    />
  );
}

function toInstallCommand(page: InstallationPage, appId: string | null): string {
  const { item, installation, change } = page;
  const version = change?.version ?? installation?.version;
  const parts = [
    `cli install ${LISTING_TYPE_SEGMENTS[item.type]}/${item.slug}${version ? `@${version}` : ""}`,
    ...(appId ? [`--app ${appId}`] : []),
    ...(installation ? [`--updates ${updatesAfter(page)}`] : []),
    ...(change?.missingPermissions.length
      ? [`--accept-permissions ${change.missingPermissions.join(",")}`]
      : []),
  ];
  return parts.join(" ");
}
