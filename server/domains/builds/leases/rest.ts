import { route } from "@/server/http/route.ts";
import { workerRoute } from "@/server/http/worker-route.ts";
import { ClaimBuild, Heartbeat, ReleaseBuild } from "../input.ts";
import { claimBuild } from "./claim-build.ts";
import { extendLease } from "./extend-lease.ts";
import { releaseBuild } from "./release-build.ts";
import { BuildJob, LeaseView, ReleaseReceipt } from "./view.ts";

export const claim = route({
  method: "POST",
  path: "/api/builds/claim",
  summary: "Claim the next queued build (build workers only)",
  credential: "build-secret",
  body: { schema: ClaimBuild, limitBytes: 16_384 },
  status: 200,
  otherStatuses: [204],
  response: BuildJob,
  handle: async ({ ctx, body }) => {
    const job = await claimBuild(ctx, body);
    return job ? { body: job } : { status: 204 };
  },
});

export const heartbeat = workerRoute({
  verb: "heartbeat",
  summary: "Extend the lease of a claimed build (build workers only)",
  body: Heartbeat,
  response: LeaseView,
  act: extendLease,
});

export const release = workerRoute({
  verb: "release",
  summary: "Release a claimed build that cannot be finished (build workers only)",
  body: ReleaseBuild,
  response: ReleaseReceipt,
  act: releaseBuild,
});
