import type { ReactNode } from "react";
import { shortenRef } from "@/app/_components/labels/labels.ts";
import { Sparkline } from "@/app/_ui/data/sparkline.tsx";
import { Absent } from "@/app/_ui/data/values.tsx";
import { formatBytes, formatDuration, formatPercent } from "@/app/_ui/format.ts";
import { Link } from "@/app/_ui/page/link.tsx";
import type {
  ComparedBuild,
  BuildComparison as Comparison,
} from "@/server/domains/builds/comparison/compare-build.ts";
import { SHORT_COMMIT_LENGTH } from "@/shared/bounds.ts";
import classes from "./build-comparison.module.css";

type BuildComparisonProps = { comparison: Comparison; hrefOf: (buildId: string) => string };

const BYTES_PER_MEGABYTE = 1_000_000;

/** A build beside the last completed one: what may explain its failure, or another size or duration. */
export function BuildComparison({ comparison, hrefOf }: BuildComparisonProps) {
  const { build, base, variables, inputs, sizes } = comparison;
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <td />
          <th scope="col">This build</th>
          <th scope="col">
            <Link href={hrefOf(base.id)}>#{base.number}</Link>
          </th>
        </tr>
      </thead>
      <tbody>
        <Row label="Git ref" now={shortRef(build)} before={shortRef(base)} isCode />
        <Row label="Commit" now={shortCommit(build)} before={shortCommit(base)} isCode />
        <Row label="Version" now={build.version} before={base.version} />
        <Row label="Worker" now={build.workerId} before={base.workerId} isCode isResult />
        <Row
          label="Duration"
          isResult
          now={describeDuration(build)}
          before={describeDuration(base)}
          note={describeChange(durationOf(build), durationOf(base))}
        />
        <Row
          label="Artifact"
          isResult
          now={build.sizeBytes && formatBytes(build.sizeBytes)}
          before={base.sizeBytes && formatBytes(base.sizeBytes)}
          note={describeChange(toNumber(build.sizeBytes), toNumber(base.sizeBytes))}
        />
        {sizes.length > 1 && (
          <tr>
            <th scope="row">Size trend</th>
            <td colSpan={2} className={classes.trend}>
              <Sparkline
                values={sizes.map(({ sizeBytes }) => Math.round(Number(sizeBytes) / BYTES_PER_MEGABYTE))}
                label="Artifact size in MB"
                unit="builds"
              />
            </td>
          </tr>
        )}
        <tr data-changed={hasChanges(inputs) || undefined}>
          <th scope="row">Inputs</th>
          <td colSpan={2}>
            <Inputs changes={inputs} />
          </td>
        </tr>
        {variables && (
          <tr data-changed={hasChanges(variables) || undefined}>
            <th scope="row">Variables</th>
            <td colSpan={2}>
              <Variables changes={variables} />
            </td>
          </tr>
        )}
      </tbody>
    </table>
  );
}

type RowProps = {
  label: string;
  now: string | null;
  before: string | null;
  note?: string | undefined;
  isCode?: boolean;
  /** Known once the build runs, or has ended; until then it is no difference. */
  isResult?: boolean;
};

function Row({ label, now, before, note, isCode = false, isResult = false }: RowProps) {
  const show = (text: string | null): ReactNode =>
    text === null ? <Absent /> : isCode ? <code title={text}>{text}</code> : text;
  return (
    <tr data-changed={(now !== before && !(isResult && now === null)) || undefined}>
      <th scope="row">{label}</th>
      <td>
        {show(now)}
        {note && <span className={classes.note}> {note}</span>}
      </td>
      <td>{now !== null && now === before ? <span className={classes.same}>Same</span> : show(before)}</td>
    </tr>
  );
}

function Variables({ changes }: { changes: NonNullable<Comparison["variables"]> }) {
  if (!hasChanges(changes)) return <span className={classes.same}>Same</span>;
  return (
    <ul className={classes.variables}>
      {(["changed", "added", "removed"] as const)
        .filter((group) => changes[group].length > 0)
        .map((group) => (
          <li key={group}>
            {LABELS[group]}{" "}
            {changes[group].map((name) => (
              <code key={name}>{name}</code>
            ))}
          </li>
        ))}
    </ul>
  );
}

const hasChanges = (changes: Record<"added" | "removed" | "changed", readonly unknown[]>): boolean =>
  Object.values(changes).some((items) => items.length > 0);

/** Changed plugins and theme, each on a line. */
function Inputs({ changes }: { changes: Comparison["inputs"] }) {
  if (!hasChanges(changes)) return <span className={classes.same}>Same</span>;
  const { added, removed, changed } = changes;
  return (
    <ul className={classes.variables}>
      {changed.map(({ type, slug, name, before, version }) => (
        <li key={`${type}/${slug}`}>
          {LABELS.changed} <bdi>{name}</bdi> {before} to {version}
        </li>
      ))}
      {added.map(({ type, slug, name, version }) => (
        <li key={`${type}/${slug}`}>
          {LABELS.added} <bdi>{name}</bdi> {version}
        </li>
      ))}
      {removed.map(({ type, slug, name, version }) => (
        <li key={`${type}/${slug}`}>
          {LABELS.removed} <bdi>{name}</bdi> {version}
        </li>
      ))}
    </ul>
  );
}

const LABELS = { changed: "Changed:", added: "Added:", removed: "Removed:" };

const shortCommit = ({ gitCommit }: ComparedBuild): string | null =>
  gitCommit?.slice(0, SHORT_COMMIT_LENGTH) ?? null;
const shortRef = ({ gitRef }: { gitRef: string | null }): string | null => gitRef && shortenRef(gitRef);

const toNumber = (bytes: string | null): number | null => (bytes === null ? null : Number(bytes));

const durationOf = ({ startedAt, finishedAt }: ComparedBuild): number | null =>
  startedAt && finishedAt ? Date.parse(finishedAt) - Date.parse(startedAt) : null;

function describeDuration(build: ComparedBuild): string | null {
  const duration = durationOf(build);
  return duration === null ? null : formatDuration(duration);
}

/** Changes below half a percent are not told. */
const MIN_CHANGE = 0.005;

function describeChange(now: number | null, before: number | null): string | undefined {
  if (now === null || !before) return undefined;
  const change = now / before - 1;
  if (Math.abs(change) < MIN_CHANGE) return undefined;
  return change > 0 ? `+${formatRatio(change)}` : `−${formatRatio(-change)}`;
}

/** `formatPercent` takes ratios up to 1. */
const formatRatio = (change: number): string =>
  change > 1 ? `${Math.round(change * 100)}%` : formatPercent(change);
