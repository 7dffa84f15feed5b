import { formatSeconds, Quantity, SuccessRateBar } from "@/app/_components/builds/metrics.tsx";
import { describePlatform } from "@/app/_components/labels/labels.ts";
import { buildListHref } from "@/app/_paths/build-list-query.ts";
import { appPath, buildsPath } from "@/app/_paths/builder.ts";
import type { RouterOutputs } from "@/app/_trpc/client.tsx";
import { type Column, DataTable } from "@/app/_ui/data/data-table.tsx";
import { formatNumber } from "@/app/_ui/format.ts";
import { Section } from "@/app/_ui/page/section.tsx";
import classes from "./overview.module.css";

type Summary = RouterOutputs["builds"]["summary"];
type Row = Summary["all"] & { key: string; name: string; kind: string; href: string };

const FINISHED = ["COMPLETED" as const, "FAILED" as const];

/** Build metrics by platform and by app; a row links to the builds that it counts. */
export function Breakdown({ tenant, summary }: { tenant: string; summary: Summary }) {
  const { since, platforms, apps } = summary;
  const rows: Row[] = [
    ...platforms.map(({ platform, ...counts }) => ({
      ...counts,
      key: platform,
      name: describePlatform(platform),
      kind: "platform",
      href: buildListHref(buildsPath(tenant), { status: FINISHED, platform: [platform], since }),
    })),
    ...apps.map(({ app, ...counts }) => ({
      ...counts,
      key: app.id,
      name: app.name,
      kind: "app",
      href: buildListHref(appPath(tenant, app.id), { status: FINISHED, since }),
    })),
  ];
  if (rows.length === 0) return null;
  return (
    <div className={classes.byDay}>
      <Section title="By platform and app">
        <DataTable
          caption="Finished builds by platform and app"
          columns={columns}
          rows={rows}
          rowKey={({ key }) => key}
          rowHref={({ href }) => href}
        />
      </Section>
    </div>
  );
}

const columns: Column<Row>[] = [
  {
    key: "name",
    header: "Platform or app",
    isWide: true,
    fullText: ({ name }) => name,
    cell: ({ name, kind }) => (
      <>
        {name} <span className={classes.aside}>{kind}</span>
      </>
    ),
  },
  {
    key: "ended",
    header: "Finished",
    align: "end",
    cell: ({ completed, failed }) => <Quantity>{formatNumber(completed + failed)}</Quantity>,
  },
  {
    key: "failed",
    header: "Failed",
    align: "end",
    cell: ({ failed }) => <Quantity>{formatNumber(failed)}</Quantity>,
  },
  {
    key: "median",
    header: "p50",
    align: "end",
    cell: ({ runMedian }) => <Quantity>{formatSeconds(runMedian)}</Quantity>,
  },
  {
    key: "p90",
    header: "p90",
    align: "end",
    cell: ({ runP90 }) => <Quantity>{formatSeconds(runP90)}</Quantity>,
  },
  {
    key: "queue",
    header: "Queue p50",
    align: "end",
    cell: ({ queueMedian }) => <Quantity>{formatSeconds(queueMedian)}</Quantity>,
  },
  { key: "share", header: "Success rate", align: "end", cell: (row) => <SuccessRateBar {...row} /> },
];
