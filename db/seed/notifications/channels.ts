import type { notificationChannels } from "../../schema/index.ts";
import { hoursAfter, roughlyDaysBefore } from "../clock.ts";
import { ACME } from "../ids.ts";
import { createRandom } from "../random.ts";

export type DemoChannel = typeof notificationChannels.$inferSelect;

/**
 * A demo calls nobody: most of them rest, and the one at work has an address in a domain that never exists. Their
 * secrets are as public as the demo's password.
 */
export function planChannels(now: Date): DemoChannel[] {
  const random = createRandom("channels");
  return CHANNELS.map(({ name, url, eventTypes, tenantId, createdDaysAgo, pausedDaysAgo, ...more }) => {
    const createdAt = roughlyDaysBefore(now, createdDaysAgo, random);
    const pausedAt = pausedDaysAgo === null ? null : roughlyDaysBefore(now, pausedDaysAgo, random);
    return {
      id: random.uuid(createdAt),
      name,
      url,
      eventTypes,
      tenantId,
      signing: "HMAC",
      secret: `whsec_${Buffer.from(random.hex(64), "hex").toString("base64")}`,
      previousSecret: null,
      previousSecretUntil: null,
      pausedAt,
      disabledAt: more.isGone ? pausedAt : null,
      disabledReason: more.isGone ? "The receiver answered 410 Gone." : null,
      failingSince: more.failingHours ? hoursAfter(now, -more.failingHours) : null,
      failureStreak: more.failingHours ? 7 : 0,
      warningsGiven: more.failingHours ? 1 : 0,
      holdUntil: null,
      createdAt,
    };
  });
}

interface Plan {
  name: string;
  url: string;
  eventTypes: DemoChannel["eventTypes"];
  tenantId: string | null;
  createdDaysAgo: number;
  pausedDaysAgo: number | null;
  isGone?: boolean;
  failingHours?: number;
}

const CHANNELS: Plan[] = [
  {
    name: "Release board",
    url: "https://hooks.release-board.invalid/drydock",
    eventTypes: ["build.completed", "build.failed"],
    tenantId: null,
    createdDaysAgo: 12,
    pausedDaysAgo: null,
    failingHours: 62,
  },
  {
    name: "Moderation desk",
    url: "https://example.com/hooks/moderation",
    eventTypes: ["listing.submitted", "listing.withdrawn"],
    tenantId: null,
    createdDaysAgo: 65,
    pausedDaysAgo: 2,
  },
  {
    name: "Failed builds of Acme Studio",
    url: "https://example.com/hooks/acme/builds",
    eventTypes: ["build.failed"],
    tenantId: ACME,
    createdDaysAgo: 38,
    pausedDaysAgo: 6,
  },
  {
    name: "Old status board",
    url: "https://example.com/hooks/status-board",
    eventTypes: ["listing.approved"],
    tenantId: null,
    createdDaysAgo: 85,
    pausedDaysAgo: 24,
    isGone: true,
  },
];
