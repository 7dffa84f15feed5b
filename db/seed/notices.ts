import type { notices } from "../schema/index.ts";
import type { Accounts } from "./accounts.ts";
import type { DemoApp } from "./attempts.ts";
import { DAY, HOUR, secondsAfter } from "./data.ts";
import type { DemoChannel } from "./deliveries.ts";
import type { DemoEvent } from "./history.ts";
import { createRandom } from "./random.ts";

type Notice = typeof notices.$inferInsert & { createdAt: Date };
type Content = Pick<Notice, "kind" | "title" | "detail" | "path">;

const MAX_AGE_SECONDS = 14 * DAY;
const UNREAD_SECONDS = 80 * HOUR;
/** Time of the warning about a failing channel: half of the time after which it is disabled. */
const WARNING_AFTER_SECONDS = 60 * HOUR;

/** Notices of the last two weeks. The newest are unread. */
export function planNotices(
  now: Date,
  { tenants, adminId, developerOf }: Accounts,
  sources: { events: readonly DemoEvent[]; channels: readonly DemoChannel[]; apps: readonly DemoApp[] },
): Notice[] {
  const random = createRandom("notices");
  const decided = sources.events
    .filter(({ occurredAt }) => occurredAt > secondsAfter(now, -MAX_AGE_SECONDS))
    .flatMap((event): Notice[] => {
      const { tenantId, id: eventId, occurredAt: createdAt } = event;
      const content = describeEvent(event, sources.apps);
      const slug = tenants.find(({ id }) => id === tenantId)?.slug;
      if (!content || !tenantId) return [];
      const about = {
        id: random.uuid(createdAt),
        userId: developerOf(tenantId),
        tenantId,
        eventId,
        createdAt,
      };
      return [{ ...about, ...content, path: `/builder/${slug}${content.path}` }];
    });
  const warnings = sources.channels.flatMap(({ id, name, failingSince }): Notice[] => {
    if (!failingSince) return [];
    const createdAt = secondsAfter(failingSince, WARNING_AFTER_SECONDS);
    return [
      {
        id: random.uuid(createdAt),
        userId: adminId,
        kind: "CHANNEL_FAILING",
        title: `Endpoint ${name} is failing`,
        detail: "All deliveries have failed for 2.5 days. The endpoint is disabled after 5 days.",
        path: `/admin/notifications/${id}`,
        createdAt,
      },
    ];
  });
  return [...decided, ...warnings].map((notice) => {
    const isUnread = notice.createdAt > secondsAfter(now, -UNREAD_SECONDS);
    return { ...notice, readAt: isUnread ? null : secondsAfter(notice.createdAt, HOUR) };
  });
}

/** The path is relative to the tenant's dashboard. */
function describeEvent({ type, subjectId, data }: DemoEvent, apps: readonly DemoApp[]): Content | null {
  const { appId, number, platform, name, version, comment } = data as Record<string, string>;
  if (type === "build.failed") {
    return {
      kind: "BUILD_FAILED",
      title: `${apps.find(({ id }) => id === appId)?.name} #${number} failed`,
      detail: platform === "IOS" ? "iOS build" : "Android build",
      path: `/apps/${appId}/builds/${subjectId}`,
    };
  }
  const [, verb] = /^listing\.(approved|rejected|suspended)$/.exec(type) ?? [];
  if (!verb) return null;
  return {
    kind: "LISTING_DECIDED",
    title: `${name} ${version} was ${verb}`,
    detail: comment ?? null,
    path: `/listings/${subjectId}`,
  };
}
