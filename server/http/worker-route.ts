import { z } from "zod";
import type { Context } from "@/server/core/context.ts";
import { pathId } from "@/shared/text/text.ts";
import { type Route, route } from "./route.ts";

const KIBIBYTE = 1_024;

/** Route of a worker for the build that it has claimed; 409 when another worker holds the claim or the build has finished. */
export function workerRoute<B extends z.ZodType, R extends z.ZodType>(spec: {
  /** Last segment of the path. */
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
    errors: ["INVALID_TRANSITION"],
    status: 200,
    response: spec.response,
    handle: async ({ ctx, params, body }) => ({ body: await spec.act(ctx, params.buildId, body) }),
  });
}
