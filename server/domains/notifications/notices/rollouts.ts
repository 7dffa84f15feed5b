import { isolate } from "@/shared/text/isolate.ts";
import type { NoticeEvent, ToNotices } from "./draft.ts";
import { findItemNames } from "./item-names.ts";

/** Notices of held rollouts for their publishers and for Super Admins. */
export const toHeldRolloutNotices: ToNotices<"rollout.held"> = async (tx, events) => {
  const nameOf = await findItemNames(tx, events);
  return events.flatMap((event) => {
    const { version, reason, listingId } = event.data;
    const notice = {
      event,
      kind: "ROLLOUT_HELD" as const,
      title: `Rollout of ${nameOf(event.data)} ${version} is on hold`,
      detail: reason,
      action: "View rollout",
      mail: {
        thread: toThread(event, nameOf(event.data)),
        paragraphs: [
          ...(reason ? [reason] : []),
          "Installations that were not updated keep their version. Resume the rollout or roll it back.",
        ],
      },
    };
    return [
      { ...notice, path: `/listings/${listingId}` },
      { ...notice, path: `/admin/rollouts/${listingId}`, isForSuperAdmins: true },
    ];
  });
};

const toThread = ({ data }: NoticeEvent<"rollout.held" | "rollout.completed">, name: string) => ({
  id: `rollout.${data.listingId}`,
  subject: `Rollout of ${isolate(name)} ${data.version}`,
});

export const toCompletedRolloutNotices: ToNotices<"rollout.completed"> = async (tx, events) => {
  const nameOf = await findItemNames(tx, events);
  return events.map((event) => {
    const { version, updated, listingId } = event.data;
    const detail = updated === 1 ? "1 installation was updated." : `${updated} installations were updated.`;
    return {
      event,
      kind: "ROLLOUT_COMPLETED",
      title: `Rollout of ${nameOf(event.data)} ${version} is complete`,
      detail,
      path: `/listings/${listingId}`,
      action: "View rollout",
      mail: { thread: toThread(event, nameOf(event.data)), paragraphs: [detail] },
    };
  });
};
