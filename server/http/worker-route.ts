import { z } from "zod";
import type { Context } from "../platform/context.ts";
import { pathId } from "../platform/text.ts";
import { type Route, route } from "./route.ts";

const KIBIBYTE = 1_024;

/** A route by which a worker speaks of the build that it has claimed: 409 when the build is not its own, or has ended. */
export function workerRoute<B extends z.ZodType, R extends z.ZodType>(spec: {
  /** What it does to the build, as the end of its path. */
  verb: string;
  summary: string;
  body: B;
  limitBytes?: number;
  response: R;
  act: (ctx: Context, buildId: string, body: z.output<B>) => Promise<z.input<R>>;
}): Route {
  return route({
    method: "POST",
    path: `/api/builds/{buildId}/${spec.verb}`,
    summary: spec.summary,
    credential: "build-secret",
    params: z.object({ buildId: pathId() }),
    body: { schema: spec.body, limitBytes: spec.limitBytes ?? 16 * KIBIBYTE },
    refuses: ["INVALID_TRANSITION"],
    status: 200,
    response: spec.response,
    handle: async ({ ctx, params, body }) => ({ body: await spec.act(ctx, params.buildId, body) }),
  });
}
