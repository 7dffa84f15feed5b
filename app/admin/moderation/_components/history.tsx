import type { RouterOutputs } from "../../../_trpc/client";
import { StatusBadge } from "../../../_ui/data/status-badge";
import { RelativeTime } from "../../../_ui/data/time";
import { Link } from "../../../_ui/page/link";
import { Section } from "../../../_ui/page/section";
import { reviewPath } from "../../_components/paths";
import classes from "./history.module.css";

type Version = RouterOutputs["moderation"]["review"]["history"][number];

/** Other versions of the slug, highest first. */
export function History({ versions }: { versions: Version[] }) {
  return (
    <Section title="Other versions">
      <ul className={classes.list}>
        {versions.map((version) => (
          <li key={version.id} className={classes.item}>
            <Link href={reviewPath(version.id)} className={classes.version}>
              {version.version}
            </Link>
            <StatusBadge status={version.status} />
            <span className={classes.when}>
              <RelativeTime value={version.submittedAt} />
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
