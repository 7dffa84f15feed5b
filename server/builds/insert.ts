import type { Transaction } from "@/db/client.ts";
import { builds } from "@/db/schema/index.ts";
import type { Platform } from "@/db/schema/vocabulary.ts";
import { takeBuildNumber } from "../apps/service.ts";
import { recordEvent } from "../events/record-event.ts";
import type { Context } from "../platform/context.ts";
import { BUILD_COLUMNS, viewOfBuild } from "./build-columns.ts";
import { buildQueued } from "./events.ts";
import type { BuildView } from "./view.ts";

export interface NewBuild {
  tenantId: string;
  appId: string;
  platform: Platform;
  version: string;
  gitRef?: string | null | undefined;
  /** The build that it tries once more. */
  retryOf?: string;
}

/** Stores a queued build under the app's next number. Its maker is the person behind `ctx`; the platform is none. */
export async function insertBuild(tx: Transaction, ctx: Context, build: NewBuild): Promise<BuildView> {
  const number = await takeBuildNumber(tx, build.tenantId, build.appId);
  const now = ctx.now();
  const createdBy = ctx.actor.kind === "user" || ctx.actor.kind === "token" ? ctx.actor.userId : null;
  const [row] = await tx
    .insert(builds)
    .values({ ...build, id: ctx.newId(), number, createdBy, createdAt: now, updatedAt: now })
    .returning(BUILD_COLUMNS);
  if (!row) throw new Error("nothing was stored");
  await recordEvent(tx, ctx, buildQueued({ ...row, tenantId: build.tenantId }));
  return viewOfBuild(row);
}
