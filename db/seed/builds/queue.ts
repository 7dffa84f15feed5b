import type { builds, Platform } from "../../schema/index.ts";
import type { DemoApp } from "../apps.ts";
import { developerOf } from "../ids.ts";
import type { Random } from "../random.ts";
import { createSourceHistory } from "./source-history.ts";

/** A build as it is stored, without the columns that the database computes. */
export type DemoBuild = Omit<typeof builds.$inferSelect, "errorLogTail" | "errorLogTruncated">;

export interface Request {
  app: DemoApp;
  platform: Platform;
  createdAt: Date;
  /** The build that this one tries once more, from the same source. */
  original?: DemoBuild | undefined;
  id?: string | undefined;
}

/** Takes requests in the order of time and gives each app's builds their numbers and sources. */
export function createQueue(random: Random): { add(request: Request): DemoBuild } {
  const history = createSourceHistory(random);
  const lastNumbers = new Map<string, number>();
  return {
    add({ app, platform, createdAt, original, id = random.uuid(createdAt) }) {
      const number = (lastNumbers.get(app.id) ?? 0) + 1;
      lastNumbers.set(app.id, number);
      const { version, gitRef } = original ?? history.advance(app);
      return {
        id,
        tenantId: app.tenantId,
        appId: app.id,
        number,
        platform,
        version,
        gitRef,
        status: "QUEUED",
        artifactPath: null,
        sizeBytes: null,
        errorLog: null,
        workerId: null,
        leaseUntil: null,
        claimId: null,
        cancelRequestedAt: null,
        endReason: null,
        retryOf: original?.id ?? null,
        createdBy: developerOf(app.tenantId),
        createdAt,
        startedAt: null,
        finishedAt: null,
        updatedAt: createdAt,
      };
    },
  };
}
