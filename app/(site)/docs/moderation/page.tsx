import type { Metadata } from "next";
import { REASON_IDS, REASONS } from "@/server/listings/policy.ts";
import { Link } from "../../../_ui/page/link";
import { Chapter, Doc } from "../_components/doc";
import { routePath } from "../api/_content/route-doc";
import classes from "./page.module.css";

export const metadata: Metadata = {
  title: { absolute: "Moderation · Docs · Drydock" },
  description: "What happens to a submission, why it may be rejected, and how to fix it.",
};

export default function ModerationPage() {
  return (
    <Doc
      title="Moderation"
      lead="Whatever you publish is looked at by a moderator before anybody else sees it. You know at any moment where it stands, and if it is rejected, why, and what to do."
    >
      <Chapter id="wait" title="While it waits">
        <p>
          Submissions are reviewed oldest first. The page of a listing shows its place in the queue, when a
          decision is due and how long it usually takes. You may withdraw it at any time; its version number
          stays used.
        </p>
        <p>
          REST says the same: <code>GET /api/marketplace/listings/{"{listingId}"}/review</code>, in the{" "}
          <Link href={routePath({ method: "GET", path: "/api/marketplace/listings/{listingId}/review" })}>
            reference
          </Link>
          ; on the command line it is <code>cli listing status</code>.
        </p>
      </Chapter>
      <Chapter id="rejected" title="When it is rejected">
        <p>
          A rejection names one of the reasons below and says in words what is wrong, and where. Fix it and
          submit a new version under a higher number, or answer on the listing&rsquo;s page: the moderators
          read it and reply there. <code>cli listing reply</code> does it from a terminal.
        </p>
      </Chapter>
      <Chapter id="suspended" title="When it is taken down">
        <p>
          A version that was approved may be taken down later, for one of the same reasons. It cannot be found
          or downloaded then. A moderator can bring it back; a newer version that is approved replaces it.
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
