import { IconChevronRight, IconCircleCheck } from "@tabler/icons-react";
import type { MouseEvent } from "react";
import { DOCS } from "@/app/_paths/docs.ts";
import type { RouterOutputs } from "@/app/_trpc/client.tsx";
import { Dot, type Tone } from "@/app/_ui/data/values.tsx";
import { formatCount } from "@/app/_ui/format.ts";
import classes from "./findings.module.css";

export type Checks = RouterOutputs["checks"]["of"];
export type Finding = Checks["findings"][number];

type FindingsProps = {
  checks: Checks;
  /** Reviewers see the reason of a rule, publishers the fix. */
  reader: "reviewer" | "publisher";
  /** Link to the place of a finding; undefined where it is not in a file. */
  linkOf?: ((finding: Finding) => PlaceLink | undefined) | undefined;
};

/** Link that opens a file at a line without loading the page again. */
export type PlaceLink = { href: string; open: () => void };

/** Findings by rule, in display order. */
export function groupFindings({ findings, rules }: Pick<Checks, "findings" | "rules">) {
  return rules
    .map((rule) => ({ rule, found: findings.filter((finding) => finding.rule === rule.id) }))
    .filter(({ found }) => found.length > 0);
}

/** Findings of the automated checks by rule, highest severity first. */
export function Findings({ checks, reader, linkOf }: FindingsProps) {
  const { further, previous } = checks;
  const groups = groupFindings(checks);
  return (
    <>
      {previous && <PreviousFindings previous={previous} />}
      {groups.length > 0 && (
        <ul className={classes.groups}>
          {groups.map(({ rule, found }) => (
            <li key={rule.id} className={classes.group}>
              <div className={classes.head}>
                <SeverityDot severity={found[0]?.severity ?? "LOW"} />
                <h3 className={classes.title}>
                  <a href={`${DOCS.checks.path}#${rule.id}`}>{rule.title}</a>
                </h3>
              </div>
              <p className={classes.about}>{reader === "reviewer" ? rule.why : rule.cure}</p>
              <ul className={classes.list}>
                {found.map((finding) => (
                  <FindingRow key={finding.fingerprint} finding={finding} link={linkOf?.(finding)} />
                ))}
              </ul>
            </li>
          ))}
        </ul>
      )}
      {further > 0 && (
        <p className={classes.further}>{formatCount(further, "more finding")} of these rules not shown.</p>
      )}
    </>
  );
}

const SEVERITY_TONES: Record<Finding["severity"], Tone> = { HIGH: "bad", MEDIUM: "warn", LOW: "idle" };
const SEVERITY_LABELS: Record<Finding["severity"], string> = { HIGH: "High", MEDIUM: "Medium", LOW: "Low" };

/** Severity as dot and label, never as a color alone. */
function SeverityDot({ severity }: { severity: Finding["severity"] }) {
  return (
    <span className={classes.severity}>
      <Dot tone={SEVERITY_TONES[severity]}>{SEVERITY_LABELS[severity]}</Dot>
    </span>
  );
}

type FindingRowProps = { finding: Finding; isFixed?: boolean; link?: PlaceLink | undefined };

/** Finding with its place, message and excerpt, all rendered as plain text. */
export function FindingRow({ finding, isFixed = false, link }: FindingRowProps) {
  const { message, excerpt, isNew } = finding;
  const place = describePlace(finding);
  return (
    <li className={classes.finding} data-fixed={isFixed || undefined}>
      <p className={classes.place}>
        {place && (
          <code>
            {link ? (
              <a href={link.href} onClick={(event) => openInPage(event, link.open)}>
                {place}
              </a>
            ) : (
              place
            )}
          </code>
        )}
        <span>{message}</span>
        {isNew && <span className={classes.new}>new</span>}
      </p>
      {excerpt && (
        <pre className={classes.excerpt}>
          <code>{excerpt}</code>
        </pre>
      )}
    </li>
  );
}

/** Place of a finding: "src/index.js:12". */
export const describePlace = ({ path, line }: Pick<Finding, "path" | "line">): string | null =>
  path && line !== null ? `${path}:${line}` : path;

/** Leaves clicks that open a tab or window to the browser. */
function openInPage(event: MouseEvent, open: () => void): void {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  open();
}

type PreviousFindingsProps = { previous: NonNullable<Checks["previous"]> };

/** Comparison with the findings of the previous submission. */
export function PreviousFindings({ previous: { version, fixed, still, added } }: PreviousFindingsProps) {
  if (fixed.length + still + added === 0) return null;
  const words = [`${fixed.length} fixed`, `${still} remaining`, `${added} new`].join(", ");
  return (
    <div className={classes.carried}>
      <p className={classes.sum}>
        <strong>{words}</strong> since {version}
      </p>
      {fixed.length > 0 && (
        <details className={classes.fixed}>
          <summary>
            <IconCircleCheck size={16} stroke={1.75} aria-hidden="true" />
            Fixed since {version}
            <IconChevronRight size={14} stroke={1.75} aria-hidden="true" className={classes.disclosure} />
          </summary>
          <ul className={classes.list}>
            {fixed.map((finding) => (
              <FindingRow key={finding.fingerprint} finding={finding} isFixed />
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}
