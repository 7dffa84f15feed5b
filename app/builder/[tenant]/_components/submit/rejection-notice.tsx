import { listingPath } from "@/app/_paths/builder.ts";
import type { RouterOutputs } from "@/app/_trpc/client.tsx";
import { Link } from "@/app/_ui/page/link.tsx";
import { ExpandableText } from "@/app/_ui/text/expandable-text.tsx";
import { describeReason } from "@/server/domains/listings/policy.ts";
import classes from "./submit.module.css";

type RejectionNoticeProps = { tenant: string; rejected: RouterOutputs["listings"]["versions"][number] };

/** Reason and comment of the last rejection, above the form of the next version. */
export function RejectionNotice({ tenant, rejected }: RejectionNoticeProps) {
  const { reason, comment } = rejected.decision ?? { reason: null, comment: null };
  const known = reason ? describeReason(reason) : null;
  return (
    <section className={classes.rejection} aria-label="Last rejection">
      <h2>
        {rejected.version} was rejected{known && `: ${known.title}`}
      </h2>
      {comment && (
        <blockquote>
          <ExpandableText text={comment} />
        </blockquote>
      )}
      {known?.help && <p>{known.help}</p>}
      <p>
        <Link href={listingPath(tenant, rejected.id)}>View listing</Link>
      </p>
    </section>
  );
}
