import { IconDownload } from "@tabler/icons-react";
import { describeDay, describeShortDay } from "@/app/_components/labels/labels.ts";
import { StatusBadge } from "@/app/_components/labels/status-badge.tsx";
import { entityPath, listingPath } from "@/app/_paths/builder.ts";
import type { RouterOutputs } from "@/app/_trpc/client.tsx";
import { api } from "@/app/_trpc/server.tsx";
import { type Column, DataTable } from "@/app/_ui/data/data-table.tsx";
import { ClippedText } from "@/app/_ui/data/values.tsx";
import { EmptyState } from "@/app/_ui/feedback/empty-state.tsx";
import { formatCount, formatNumber } from "@/app/_ui/format.ts";
import { FilterLinks } from "@/app/_ui/list/filter-links.tsx";
import { readValues, type SearchParams } from "@/app/_ui/list/list-url.ts";
import { Section } from "@/app/_ui/page/section.tsx";
import type { EntityDownloads } from "@/server/domains/items/entities/view.ts";
import { DOWNLOAD_PERIODS, type DownloadPeriod } from "@/shared/vocabulary.ts";
import classes from "./downloads.module.css";

type DownloadsProps = { tenant: string; entity: RouterOutputs["entities"]["get"]; days: DownloadPeriod };

/** Period of the URL; the shortest by default. */
export function readDownloadPeriod(params: SearchParams): DownloadPeriod {
  const [given] = readValues(params, "days");
  return DOWNLOAD_PERIODS.find((days) => String(days) === given) ?? DOWNLOAD_PERIODS[0];
}

/** Downloads of a plugin or theme from the marketplace, by version and day. */
export async function Downloads({ tenant, entity, days }: DownloadsProps) {
  const { type, id: entityId } = entity;
  const { dates, versions } = await api.entities.downloads({ tenant, type, entityId, days });
  const rows = versions
    .map((version) => ({ ...version, count: sum(version.counts) }))
    .toSorted((a, b) => b.count - a.count);
  const total = sum(rows.map(({ count }) => count));
  const path = entityPath(tenant, entity);
  return (
    <Section
      id="downloads"
      title="Downloads"
      description={
        rows.length > 0 &&
        `${formatCount(total, "download")} in the last ${days} days, ${formatNumber(sum(rows.map((row) => row.total)))} since the first version`
      }
      actions={
        rows.length > 0 && (
          <FilterLinks
            label="Period"
            filters={DOWNLOAD_PERIODS.map((period) => ({
              key: String(period),
              label: `${period} days`,
              href: `${path}?days=${period}`,
              isOn: period === days,
            }))}
          />
        )
      }
    >
      {rows.length === 0 ? (
        <EmptyState
          isFramed
          icon={<IconDownload size={20} stroke={1.6} />}
          title="No downloads yet"
          description="Downloads are counted from the first approved version."
        />
      ) : (
        <>
          <DownloadChart dates={dates} rows={rows} />
          <VersionTable tenant={tenant} days={days} rows={rows} />
          <DayTable dates={dates} rows={rows} />
        </>
      )}
    </Section>
  );
}

type Row = EntityDownloads["versions"][number] & { count: number };
type Series = { label: string; counts: number[] };

/** Versions with a color of their own; the others share one. */
const MAX_SERIES = 3;

function toSeries(rows: Row[]): Series[] {
  const downloaded = rows.filter(({ count }) => count > 0);
  const others = downloaded.slice(MAX_SERIES);
  const first = downloaded.slice(0, MAX_SERIES).map(({ version, counts }) => ({ label: version, counts }));
  if (others.length === 0) return first;
  const counts = others[0]?.counts.map((_, index) => sum(others.map((row) => row.counts[index] ?? 0))) ?? [];
  return [...first, { label: formatCount(others.length, "other version"), counts }];
}

const WIDTH = 900;
const HEIGHT = 140;
const GAP = 2;

/** Columns of days, stacked by version; the table below has the numbers. */
function DownloadChart({ dates, rows }: { dates: string[]; rows: Row[] }) {
  const series = toSeries(rows);
  const totals = dates.map((_, index) => sum(series.map(({ counts }) => counts[index] ?? 0)));
  const highest = Math.max(...totals);
  const step = WIDTH / dates.length;
  const scale = highest === 0 ? 0 : HEIGHT / highest;
  const [first = "", last = ""] = [dates[0], dates.at(-1)];
  return (
    <figure className={classes.chart}>
      <figcaption className={classes.legend}>
        {series.map(({ label }, index) => (
          <span key={label} className={classes.key} data-series={index}>
            <ClippedText text={label} />
          </span>
        ))}
        <span className={classes.peak}>
          {highest === 0 ? "No downloads in this period" : `Peak ${formatNumber(highest)} per day`}
        </span>
      </figcaption>
      <svg
        className={classes.plot}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`Downloads per day from ${describeDay(first)} to ${describeDay(last)}, peak ${formatNumber(highest)}`}
      >
        {dates.map((day, at) => {
          let below = 0;
          return (
            <g key={day}>
              <title>{`${describeDay(day)}: ${formatNumber(totals[at] ?? 0)}`}</title>
              <rect x={at * step} y={0} width={step} height={HEIGHT} className={classes.area} />
              {series.map(({ label, counts }, index) => {
                const height = (counts[at] ?? 0) * scale;
                below += height;
                return (
                  height > 0 && (
                    <rect
                      key={label}
                      x={at * step}
                      y={HEIGHT - below}
                      width={step - GAP}
                      height={height}
                      data-series={index}
                    />
                  )
                );
              })}
            </g>
          );
        })}
      </svg>
      <p className={classes.axis} aria-hidden="true">
        <span>{describeShortDay(first)}</span>
        <span>{describeShortDay(last)}</span>
      </p>
    </figure>
  );
}

const MAX_ROWS = 20;

type VersionTableProps = { tenant: string; days: DownloadPeriod; rows: Row[] };

function VersionTable({ tenant, days, rows }: VersionTableProps) {
  const columns: Column<Row>[] = [
    { key: "version", header: "Version", cell: ({ version }) => <ClippedText text={version} /> },
    { key: "state", header: "Status", cell: ({ status }) => <StatusBadge status={status} /> },
    {
      key: "count",
      header: `Last ${days} days`,
      align: "end",
      cell: ({ count }) => formatNumber(count),
    },
    { key: "total", header: "Total", align: "end", cell: ({ total }) => formatNumber(total) },
  ];
  const others = rows.length - MAX_ROWS;
  return (
    <DataTable
      caption="Downloads by version, most in the period first"
      columns={columns}
      rows={rows.slice(0, MAX_ROWS)}
      rowKey={({ listingId }) => listingId}
      rowHref={({ listingId }) => listingPath(tenant, listingId)}
      {...(others > 0 && {
        footer: <p className={classes.others}>{formatCount(others, "more version")} with fewer downloads</p>,
      })}
    />
  );
}

/** Days with downloads, newest first, with the versions of each. */
function DayTable({ dates, rows }: { dates: string[]; rows: Row[] }) {
  const days = dates
    .map((day, at) => ({
      day,
      count: sum(rows.map(({ counts }) => counts[at] ?? 0)),
      versions: rows
        .filter(({ counts }) => (counts[at] ?? 0) > 0)
        .map(({ version, counts }) => `${version}: ${formatNumber(counts[at] ?? 0)}`)
        .join(", "),
    }))
    .filter(({ count }) => count > 0)
    .reverse();
  if (days.length === 0) return null;
  return (
    <details className={classes.days}>
      <summary>By day</summary>
      <DataTable
        caption="Downloads by day, newest first"
        isDense
        columns={[
          { key: "day", header: "Day (UTC)", cell: ({ day }) => describeDay(day) },
          {
            key: "versions",
            header: "Versions",
            isWide: true,
            fullText: ({ versions }) => versions,
            cell: ({ versions }) => versions,
          },
          { key: "count", header: "Downloads", align: "end", cell: ({ count }) => formatNumber(count) },
        ]}
        rows={days}
        rowKey={({ day }) => day}
      />
    </details>
  );
}

const sum = (values: number[]): number => values.reduce((total, value) => total + value, 0);
