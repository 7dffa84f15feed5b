import { billingEventPath } from "@/app/_paths/admin.ts";
import type { RouterOutputs } from "@/app/_trpc/client.tsx";
import { RelativeTime } from "@/app/_ui/data/time.tsx";
import { formatCount } from "@/app/_ui/format.ts";
import { Link } from "@/app/_ui/page/link.tsx";
import { Breakable } from "@/app/_ui/page/page-header.tsx";
import { Section } from "@/app/_ui/page/section.tsx";
import { EventStateBadge } from "@/app/admin/_components/state-badges.tsx";
import classes from "./event.module.css";

type TimelineEvent = RouterOutputs["adminBilling"]["event"]["timeline"][number];

/** Events of the same subscription or payment, oldest first, with their states. */
export function EventTimeline({ events, currentId }: { events: TimelineEvent[]; currentId: string }) {
  if (events.length === 0) return null;
  return (
    <Section title="Timeline" description="Events of the same object, oldest first">
      <ol className={classes.timeline}>
        {events.map((event) => (
          <li key={event.id} className={classes.entry} data-current={event.id === currentId || undefined}>
            <EventStateBadge state={event.state} />
            <span>
              {event.id === currentId ? (
                <code>
                  <Breakable text={event.type} />
                </code>
              ) : (
                <Link href={billingEventPath(event.id)}>
                  <code>
                    <Breakable text={event.type} />
                  </code>
                </Link>
              )}
              {event.duplicates > 0 && (
                <span className={classes.note}> and {formatCount(event.duplicates, "duplicate")}</span>
              )}
            </span>
            <span className={classes.note}>
              <RelativeTime value={event.occurredAt} />
            </span>
          </li>
        ))}
      </ol>
    </Section>
  );
}
