"use client";

import { describePlatform } from "../../../../_components/labels";
import { type RouterOutputs, trpc } from "../../../../_trpc/client";
import { ApiPopover } from "../../../../_ui/actions/api-popover";
import { StatusBadge } from "../../../../_ui/data/status-badge";
import { PageHeader } from "../../../../_ui/page/page-header";
import { Section } from "../../../../_ui/page/section";
import { appPath, tenantPath } from "../../../_components/paths";
import { BuildActions } from "./build-actions";
import { BuildArtifact } from "./build-artifact";
import classes from "./build-detail.module.css";
import { BuildLogs } from "./build-logs";
import { BuildFacts } from "./build-metadata";
import { BuildReports } from "./build-reports";
import { BuildTimeline } from "./build-timeline";

export type BuildDetail = RouterOutputs["builds"]["get"];

type BuildViewProps = {
  tenant: { id: string; slug: string };
  app: { id: string; name: string; slug: string };
  /** As the server found it; `LiveBuilds` has it read again when its worker reports. */
  found: BuildDetail;
  mayBuild: boolean;
};

export function BuildView({ tenant, app, found, mayBuild }: BuildViewProps) {
  const key = { tenant: tenant.slug, buildId: found.id };
  const { data: build } = trpc.builds.get.useQuery(key, { initialData: found });
  const path = appPath(tenant.slug, app.id);
  return (
    <>
      <PageHeader
        title={`${app.name} #${build.number}`}
        description={`${describePlatform(build.platform)} ${build.version}`}
        badge={
          <span role="status">
            <StatusBadge status={build.status} isStalled={build.stalled} />
          </span>
        }
        breadcrumbs={[
          { label: "Apps", href: `${tenantPath(tenant.slug)}/apps` },
          { label: app.name, href: path },
        ]}
        actions={
          <>
            <ApiPopover
              path={`/api/builds/${build.id}`}
              tenantId={tenant.id}
              cli={`cli builds watch ${build.id}`}
              permission="BUILDS_READ"
            />
            {mayBuild && <BuildActions tenant={tenant.slug} build={build} app={app} />}
          </>
        }
      />
      <div className={classes.columns}>
        <div>
          <Section title="Timeline" isCard>
            <BuildTimeline build={build} />
          </Section>
        </div>
        <div>
          <Section title="Details" isCard>
            <BuildFacts build={build} app={app} appHref={path} />
          </Section>
        </div>
      </div>
      <BuildLogs tenant={tenant.slug} build={build} appSlug={app.slug} />
      <Section title="Artifact">
        <BuildArtifact build={build} />
      </Section>
      <Section
        title="Reports"
        description="Everything that workers said about this build, in the order in which it arrived."
      >
        <BuildReports build={build} />
      </Section>
    </>
  );
}
