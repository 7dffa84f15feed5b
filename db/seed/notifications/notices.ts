import type { notices } from "../../schema/index.ts";
import { DEMO_APPS } from "../apps.ts";
import { daysBefore, hoursAfter } from "../clock.ts";
import { ACME, ADMIN, developerOf, GLOBEX, INITECH } from "../ids.ts";
import { createRandom, type Random } from "../random.ts";
import type { DemoChannel } from "./channels.ts";
import type { DemoEvent } from "./events.ts";

type DemoNotice = typeof notices.$inferSelect;

const SLUGS: Record<string, string> = { [ACME]: "acme", [GLOBEX]: "globex", [INITECH]: "initech" };
const TOLD_FOR_DAYS = 14;
const UNREAD_FOR_HOURS = 80;

/** What the people of the demo were told of late; the newest of it is still unread. */
export function planNotices(
  events: readonly DemoEvent[],
  channels: readonly DemoChannel[],
  now: Date,
): DemoNotice[] {
  const random = createRandom("notices");
  const since = daysBefore(now, TOLD_FOR_DAYS);
  const told = events
    .filter(({ occurredAt }) => occurredAt > since)
    .flatMap((event) => noticeOf(event, random));
  const warnings = channels.flatMap((channel) => warningOf(channel, random));
  const unreadSince = hoursAfter(now, -UNREAD_FOR_HOURS);
  return [...told, ...warnings].map((notice) => ({
    ...notice,
    readAt: notice.createdAt > unreadSince ? null : hoursAfter(notice.createdAt, 1),
  }));
}

type Unread = Omit<DemoNotice, "readAt">;

function noticeOf(event: DemoEvent, random: Random): Unread[] {
  const { type, tenantId, subjectId, occurredAt } = event;
  const data = event.data as Record<string, string>;
  const slug = tenantId && SLUGS[tenantId];
  if (!tenantId || !slug) return [];
  const about = {
    id: random.uuid(occurredAt),
    userId: developerOf(tenantId),
    tenantId,
    eventId: event.id,
    createdAt: occurredAt,
  };
  if (type === "build.failed") {
    const app = DEMO_APPS.find(({ id }) => id === data["appId"]);
    const path = `/builder/${slug}/apps/${data["appId"]}/builds/${subjectId}`;
    const detail = data["platform"] === "IOS" ? "iOS build" : "Android build";
    return [
      { ...about, kind: "BUILD_FAILED", title: `${app?.name} #${data["number"]} failed`, detail, path },
    ];
  }
  const verb = {
    "listing.approved": "approved",
    "listing.rejected": "rejected",
    "listing.suspended": "suspended",
  }[type as string];
  if (!verb) return [];
  const title = `${data["name"]} ${data["version"]} was ${verb}`;
  const path = `/builder/${slug}/listings/${subjectId}`;
  return [{ ...about, kind: "LISTING_DECIDED", title, detail: data["comment"] ?? null, path }];
}

/** The Super Admin was warned when half of the five days were over. */
function warningOf({ id, name, failingSince }: DemoChannel, random: Random): Unread[] {
  if (!failingSince) return [];
  const createdAt = hoursAfter(failingSince, 60);
  return [
    {
      id: random.uuid(createdAt),
      userId: ADMIN,
      tenantId: null,
      eventId: null,
      kind: "CHANNEL_FAILING",
      title: `${name} keeps failing`,
      detail: "Nothing has arrived for two and a half days. After five it is disabled.",
      path: `/admin/notifications/${id}`,
      createdAt,
    },
  ];
}
