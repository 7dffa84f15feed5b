import { StatusBadge } from "@/app/_components/labels/status-badge.tsx";
import { reviewPath } from "@/app/_paths/admin.ts";
import type { RouterOutputs } from "@/app/_trpc/client.tsx";
import { RelativeTime } from "@/app/_ui/data/time.tsx";
import { Link } from "@/app/_ui/page/link.tsx";
import { Section } from "@/app/_ui/page/section.tsx";
import { ExpandableText } from "@/app/_ui/text/expandable-text.tsx";
import { describeReason } from "@/server/domains/listings/policy.ts";
import classes from "./decisions.module.css";
import historyClasses from "./history.module.css";

type Decision = RouterOutputs["adminModeration"]["review"]["decisions"][number];

/** Decisions on this version, newest first. */
export function Decisions({ decisions }: { decisions: Decision[] }) {
  if (decisions.length === 0) return null;
  return (
    <Section title="Decisions">
      <ol className={classes.list}>
        {decisions.toReversed().map((decision) => (
          <li key={decision.at} className={classes.item}>
            <div className={classes.head}>
              <StatusBadge status={decision.action} />
              <span className={classes.when}>
                <RelativeTime value={decision.at} />
              </span>
            </div>
            {decision.reason && <p className={classes.reason}>{describeReason(decision.reason).title}</p>}
            {decision.comment && (
              <p className={classes.comment}>
                <ExpandableText text={decision.comment} />
              </p>
            )}
            <p className={classes.by}>by {decision.by ?? "Drydock"}</p>
          </li>
        ))}
      </ol>
    </Section>
  );
}

type Version = RouterOutputs["adminModeration"]["review"]["history"][number];

/** Other versions of the slug, highest first. */
export function History({ versions }: { versions: Version[] }) {
  return (
    <Section title="Other versions">
      <ul className={historyClasses.list}>
        {versions.map((version) => (
          <li key={version.id} className={historyClasses.item}>
            <Link href={reviewPath(version.id)} className={historyClasses.version}>
              {version.version}
            </Link>
            <StatusBadge status={version.status} />
            <span className={historyClasses.when}>
              <RelativeTime value={version.submittedAt} />
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
