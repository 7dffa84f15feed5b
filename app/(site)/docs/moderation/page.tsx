import type { Metadata } from "next";
import { DOCS } from "@/app/_paths/docs.ts";
import { Link } from "@/app/_ui/page/link.tsx";
import { REASON_IDS, REASONS } from "@/server/domains/listings/policy.ts";
import { Chapter, Doc } from "../_components/doc";
import { routePath } from "../api/_content/route-doc";
import classes from "./page.module.css";

export const metadata: Metadata = {
  title: DOCS.moderation.title,
  description: "How submissions are reviewed, why they are rejected and how to fix them.",
};

export default function ModerationPage() {
  return (
    <Doc page={DOCS.moderation} lead="A moderator reviews every version before it is listed.">
      <Chapter id="wait" title="Pending">
        <p>
          Submissions are reviewed oldest first. A listing&rsquo;s page shows its queue position, due time and
          typical wait. The due time is a fixed target for the type: 72 hours for plugins and 48 hours for
          themes, unless the operator sets <code>REVIEW_TARGET_HOURS</code>. You can withdraw it at any time;
          its version number can&rsquo;t be reused.
        </p>
        <p>
          Also available as <code>GET /api/marketplace/listings/{"{listingId}"}/review</code> (
          <Link href={routePath({ method: "GET", path: "/api/marketplace/listings/{listingId}/review" })}>
            reference
          </Link>
          ) and <code>cli listing status</code>.
        </p>
      </Chapter>
      <Chapter id="rejected" title="Rejected">
        <p>
          A rejection has one of the reasons below and a comment. Fix the issue and submit a higher version,
          or reply on the listing&rsquo;s page or with <code>cli listing reply</code>.
        </p>
      </Chapter>
      <Chapter id="suspended" title="Suspended">
        <p>
          An approved version can be suspended later for the same reasons. It is then removed from the
          marketplace. A moderator can restore it.
        </p>
      </Chapter>
      <Chapter id="reports" title="Problem reports">
        <p>
          Anyone can report a problem from the page of an item, with or without an account. Moderators review
          reports and act on the listing where needed. Publishers don&rsquo;t see reports.
        </p>
      </Chapter>
      <Chapter id="reasons" title="Reasons">
        <dl className={classes.reasons}>
          {REASON_IDS.map((id) => (
            <div key={id} id={`reason-${id.toLowerCase().replaceAll("_", "-")}`}>
              <dt>
                {REASONS[id].title} <code>{id}</code>
              </dt>
              <dd>{REASONS[id].help}</dd>
            </div>
          ))}
        </dl>
      </Chapter>
    </Doc>
  );
}
