import { StatusBadge } from "@/app/_components/labels/status-badge.tsx";
import { reviewPath } from "@/app/_paths/admin.ts";
import type { RouterOutputs } from "@/app/_trpc/client.tsx";
import { RelativeTime } from "@/app/_ui/data/time.tsx";
import { Link } from "@/app/_ui/page/link.tsx";
import { Section } from "@/app/_ui/page/section.tsx";
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
