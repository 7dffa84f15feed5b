"use client";

import { type RouterOutputs, trpc } from "../../../_trpc/client";
import { ApiPopover } from "../../../_ui/actions/api-popover";
import { StatusBadge } from "../../../_ui/data/status-badge";
import { formatBytes, formatCount } from "../../../_ui/format";
import { LogViewer } from "../../../_ui/log/log-viewer";
import { PageHeader } from "../../../_ui/page/page-header";
import { Section } from "../../../_ui/page/section";
import { appPath, tenantPath } from "../paths";
import { describePlatform } from "../words";
import { BuildArtifact } from "./build-artifact";
import { BuildFacts } from "./build-facts";
import { BuildReports } from "./build-reports";
import { BuildTimeline } from "./build-timeline";
import classes from "./build-view.module.css";

export type BuildDetail = RouterOutputs["builds"]["get"];

type BuildViewProps = {
  tenant: { id: string; slug: string };
  app: { id: string; name: string; slug: string };
  /** As the server found it; `LiveBuilds` has it read again when its worker reports. */
  found: BuildDetail;
};

export function BuildView({ tenant, app, found }: BuildViewProps) {
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
          <ApiPopover
            path={`/api/builds/${build.id}`}
            tenantId={tenant.id}
            cli={`cli builds watch ${build.id}`}
            permission="BUILDS_READ"
          />
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
      {build.errorLog && <ErrorLog build={build} log={build.errorLog} appSlug={app.slug} />}
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

function ErrorLog({ build, log, appSlug }: { build: BuildDetail; log: string; appSlug: string }) {
  const lineCount = log.split("\n").length - (log.endsWith("\n") ? 1 : 0);
  const size = new Blob([log]).size;
  return (
    <Section title="Error log" description={`${formatCount(lineCount, "line")}, ${formatBytes(size)}`}>
      <LogViewer
        log={log}
        label={`Error log of build ${build.number}`}
        fileName={`${appSlug}-${build.number}.log.txt`}
      />
    </Section>
  );
}
