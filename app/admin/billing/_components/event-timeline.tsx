import type { RouterOutputs } from "../../../_trpc/client";
import { RelativeTime } from "../../../_ui/data/time";
import { formatCount } from "../../../_ui/format";
import { Breakable } from "../../../_ui/page/breakable";
import { Link } from "../../../_ui/page/link";
import { Section } from "../../../_ui/page/section";
import { billingEventPath } from "../../_components/paths";
import { EventStateBadge } from "../../_components/state-badges";
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
