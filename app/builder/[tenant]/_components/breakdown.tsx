import type { ReactNode } from "react";
import { buildsHref } from "../../../_components/builds/build-list-params";
import { describePlatform } from "../../../_components/labels";
import type { RouterOutputs } from "../../../_trpc/client";
import { type Column, DataTable } from "../../../_ui/data/data-table";
import { formatNumber } from "../../../_ui/format";
import { Section } from "../../../_ui/page/section";
import { toDuration } from "../../_components/format-metrics";
import figureClasses from "../../_components/metrics.module.css";
import { appPath, tenantPath } from "../../_components/paths";
import { ShareBar } from "../../_components/share-bar";
import classes from "./overview.module.css";

type Summary = RouterOutputs["builds"]["summary"];
type Row = Summary["all"] & { key: string; name: string; kind: string; href: string };

const ENDED = ["COMPLETED" as const, "FAILED" as const];

/** The same figures by platform and by app; a row leads to the builds that it counts. */
export function Breakdown({ tenant, summary }: { tenant: string; summary: Summary }) {
  const { since, platforms, apps } = summary;
  const rows: Row[] = [
    ...platforms.map(({ platform, ...figures }) => ({
      ...figures,
      key: platform,
      name: describePlatform(platform),
      kind: "platform",
      href: buildsHref(`${tenantPath(tenant)}/builds`, { status: ENDED, platform: [platform], since }),
    })),
    ...apps.map(({ app, ...figures }) => ({
      ...figures,
      key: app.id,
      name: app.name,
      kind: "app",
      href: buildsHref(appPath(tenant, app.id), { status: ENDED, since }),
    })),
  ];
  if (rows.length === 0) return null;
  return (
    <div className={classes.byDay}>
      <Section
        title="By platform and app"
        description="Builds of the last 30 days that have ended. Of those that completed, half took no longer than the median, nine in ten no longer than the time after it."
      >
        <DataTable
          caption="Builds of the last 30 days by platform and by app"
          columns={columns}
          rows={rows}
          rowKey={({ key }) => key}
          rowHref={({ href }) => href}
        />
      </Section>
    </div>
  );
}

const quantity = (content: ReactNode) => <span className={figureClasses.quantity}>{content}</span>;

const columns: Column<Row>[] = [
  {
    key: "name",
    header: "Builds of",
    isWide: true,
    cell: ({ name, kind }) => (
      <>
        {name} <span className={classes.aside}>{kind}</span>
      </>
    ),
  },
  {
    key: "ended",
    header: "Ended",
    align: "end",
    cell: ({ completed, failed }) => quantity(formatNumber(completed + failed)),
  },
  { key: "failed", header: "Failed", align: "end", cell: ({ failed }) => quantity(formatNumber(failed)) },
  { key: "share", header: "Success rate", align: "end", cell: (row) => <ShareBar {...row} /> },
  { key: "median", header: "Median", align: "end", cell: ({ runMedian }) => quantity(toDuration(runMedian)) },
  { key: "p90", header: "9 in 10", align: "end", cell: ({ runP90 }) => quantity(toDuration(runP90)) },
  {
    key: "queue",
    header: "Median wait",
    align: "end",
    cell: ({ queueMedian }) => quantity(toDuration(queueMedian)),
  },
];
