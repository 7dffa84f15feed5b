import type { notificationChannels } from "../../schema/index.ts";
import { roughlyDaysBefore } from "../clock.ts";
import { ACME } from "../ids.ts";
import { createRandom } from "../random.ts";

export type DemoChannel = typeof notificationChannels.$inferSelect;

/** All of them rest, so that a demo calls nobody. Their secrets are as public as the demo's password. */
export function planChannels(now: Date): DemoChannel[] {
  const random = createRandom("channels");
  return CHANNELS.map(({ name, path, eventTypes, tenantId, createdDaysAgo, pausedDaysAgo, isDisabled }) => {
    const createdAt = roughlyDaysBefore(now, createdDaysAgo, random);
    const pausedAt = roughlyDaysBefore(now, pausedDaysAgo, random);
    return {
      id: random.uuid(createdAt),
      name,
      url: `https://example.com${path}`,
      eventTypes,
      tenantId,
      secret: `whsec_${Buffer.from(random.hex(64), "hex").toString("base64")}`,
      previousSecret: null,
      previousSecretUntil: null,
      pausedAt,
      disabledAt: isDisabled ? pausedAt : null,
      failingSince: null,
      createdAt,
    };
  });
}

const CHANNELS = [
  {
    name: "Moderation desk",
    path: "/hooks/moderation",
    eventTypes: ["listing.submitted", "listing.withdrawn"],
    tenantId: null,
    createdDaysAgo: 65,
    pausedDaysAgo: 2,
    isDisabled: false,
  },
  {
    name: "Failed builds of Acme Studio",
    path: "/hooks/acme/builds",
    eventTypes: ["build.failed"],
    tenantId: ACME,
    createdDaysAgo: 38,
    pausedDaysAgo: 6,
    isDisabled: false,
  },
  {
    name: "Old status board",
    path: "/hooks/status-board",
    eventTypes: ["listing.approved"],
    tenantId: null,
    createdDaysAgo: 85,
    pausedDaysAgo: 24,
    isDisabled: true,
  },
];
