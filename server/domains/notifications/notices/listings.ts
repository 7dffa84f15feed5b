import { inArray } from "drizzle-orm";
import type { Transaction } from "@/db/client.ts";
import { listings } from "@/db/schema/index.ts";
import { describeReason } from "@/server/domains/listings/policy.ts";
import { isolate } from "@/shared/text/isolate.ts";
import { type NoticeEvent, subjectsOf, type ToNotices } from "./draft.ts";

type Decision = "listing.approved" | "listing.rejected" | "listing.suspended";

export const toDecisionNotices =
  (decision: string, outcome: string): ToNotices<Decision> =>
  async (tx, events) => {
    const authors = await findAuthors(tx, events);
    return events.map((event) => {
      const { name, version, reason, comment } = event.data;
      return {
        event,
        kind: "LISTING_DECIDED",
        title: `${isolate(name)} ${version} ${decision}`,
        detail: comment,
        path: `/listings/${event.subjectId}`,
        action: "View listing",
        author: authors(event),
        mail: {
          thread: toThread(event),
          paragraphs: [
            outcome,
            ...(reason ? [describeDecisionReason(reason)] : []),
            ...(comment ? ["Moderator’s comment:"] : []),
          ],
          message: comment ?? undefined,
        },
      };
    });
  };

const toThread = ({ subjectId, data }: NoticeEvent<Decision | "listing.message">) => ({
  id: `listing.${subjectId}`,
  subject: `Listing ${isolate(data.name)} ${data.version}`,
});

function describeDecisionReason(id: string): string {
  const { title, help } = describeReason(id);
  return `Reason: ${title}.${help ? ` ${help}` : ""}`;
}

/** Notices of messages: those of moderators for the publisher, those of publishers for Super Admins, who moderate. */
export const toMessageNotices: ToNotices<"listing.message"> = async (tx, events) => {
  const authors = await findAuthors(tx, events);
  return events.map((event) => {
    const { name, version, from, text } = event.data;
    const isForSuperAdmins = from === "PUBLISHER";
    return {
      event,
      kind: "LISTING_MESSAGE",
      title: `New message about ${isolate(name)} ${version} from the ${isForSuperAdmins ? "publisher" : "moderators"}`,
      detail: text,
      path: isForSuperAdmins ? `/admin/moderation/${event.subjectId}` : `/listings/${event.subjectId}`,
      action: "View message",
      mail: { thread: toThread(event), paragraphs: [], message: text },
      ...(isForSuperAdmins ? { isForSuperAdmins } : { author: authors(event) }),
    };
  });
};

/** Submitters of listings. Without one, a notice is for all publishing members. */
async function findAuthors(tx: Transaction, events: readonly NoticeEvent[]) {
  const rows = await tx
    .select({ id: listings.id, submittedBy: listings.submittedBy })
    .from(listings)
    .where(inArray(listings.id, subjectsOf(events)));
  const byId = new Map(rows.map(({ id, submittedBy }) => [id, submittedBy]));
  return ({ subjectId }: NoticeEvent) => ({
    userId: byId.get(subjectId) ?? null,
    reason: "you submitted the listing",
  });
}
