import type { StoredArtifact } from "@/server/artifacts/service.ts";
import type { LogPart, LogReceipt } from "@/server/build-logs/view.ts";
import type {
  BuildDetail,
  BuildJob,
  BuildPage,
  BuildView,
  LeaseView,
  ReleaseReceipt,
  ReportReceipt,
} from "@/server/builds/view.ts";
import { demo } from "../../_content/quick-start";
import type { RouteDoc } from "./route-doc";

const build: BuildView = {
  id: demo.runningBuild,
  appId: demo.fieldNotes,
  number: 92,
  platform: "ANDROID",
  version: "2.4.0",
  status: "COMPLETED",
  artifactPath: "artifacts/field-notes/92/app-release.aab",
  errorLog: null,
  errorLogTruncated: false,
  sizeBytes: "48211903",
  workerId: "linux-builder-2",
  stalled: false,
  retryOf: null,
  createdAt: "2026-01-31T09:20:30.405Z",
  startedAt: "2026-01-31T09:21:11.020Z",
  finishedAt: "2026-01-31T09:27:49.311Z",
  updatedAt: "2026-01-31T09:27:49.311Z",
};

const queued: BuildView = {
  ...build,
  id: "0197a1f0-6b1e-7c3d-9a52-1f6d0c7be002",
  number: 93,
  status: "QUEUED",
  artifactPath: null,
  sizeBytes: null,
  workerId: null,
  startedAt: null,
  finishedAt: null,
  updatedAt: build.createdAt,
};

const page: BuildPage = { builds: [build], nextCursor: "WzkyXQ" };

const detail: BuildDetail = {
  ...build,
  reports: [
    {
      status: "COMPLETED",
      workerId: "linux-builder-2",
      artifactPath: build.artifactPath,
      sizeBytes: build.sizeBytes,
      receivedAt: "2026-01-31T09:27:49.311Z",
      applied: true,
    },
  ],
};

const receipt: ReportReceipt = { buildId: build.id, status: "COMPLETED", applied: true };

const job: BuildJob = {
  buildId: queued.id,
  appId: queued.appId,
  platform: "ANDROID",
  version: "2.4.0",
  gitRef: "main",
  leaseUntil: "2026-01-31T09:22:11.020Z",
};

const lease: LeaseView = { leaseUntil: "2026-01-31T09:22:31.020Z", cancelled: false };

const released: ReleaseReceipt = { buildId: queued.id, status: "QUEUED", retry: null };

export const buildDocs = {
  "POST /api/builds/webhook/status": {
    about: [
      "For build servers only: they report what became of a build. Workers may deliver more than once and out of order: a report that changes nothing is answered with `applied: false`, and only a different end after the end is refused.",
      "Fields left out keep what an earlier report said.",
    ],
    body: {
      buildId: "The id of the build.",
      status: "`IN_PROGRESS`, `COMPLETED` or `FAILED`.",
      artifactPath: "Where the artifact is, up to 2,048 characters.",
      errorLog: "The error text of a failed build, of any kind and as long as the body permits.",
      sizeBytes: "The artifact's size in bytes, as a string of 1 to 19 digits.",
      workerId: "Names the worker, up to 128 characters.",
    },
    example: {
      path: "/api/builds/webhook/status",
      body: {
        buildId: build.id,
        status: "COMPLETED",
        artifactPath: build.artifactPath,
        sizeBytes: build.sizeBytes,
        workerId: build.workerId,
      },
      answer: receipt,
    },
  },
  "GET /api/builds/{buildId}": {
    about: [
      "All of the error log, where lists show its last 4,000 characters, and `reports`: everything that workers said about the build, oldest first.",
    ],
    answerHeaders: { ETag: "Weak; send it as `If-None-Match` and an unchanged build is 304 without a body." },
    example: { path: `/api/builds/${build.id}`, answer: detail },
  },
  "GET /api/apps/{appId}/builds": {
    about: [
      "Made to be polled: send the last `ETag` as `If-None-Match` and wait as long as `X-Poll-Interval` says.",
    ],
    query: {
      status: "Repeatable: `QUEUED`, `IN_PROGRESS`, `COMPLETED`, `FAILED`.",
      platform: "Repeatable: `ANDROID`, `IOS`.",
      limit: "1 to 100 builds a page, 20 unless you say otherwise.",
      cursor: "The `nextCursor` of the page before; pages stay right while builds are added.",
    },
    answerHeaders: {
      ETag: "Weak; send it as `If-None-Match` and an unchanged list is 304 without a body.",
      "X-Poll-Interval":
        "Seconds to wait before asking again: 5 while a build of the app is unfinished, else 60.",
    },
    example: { path: `/api/apps/${demo.fieldNotes}/builds?platform=ANDROID&limit=1`, answer: page },
  },
  "POST /api/apps/{appId}/builds": {
    about: ["Queues a build; a build worker takes it from there."],
    body: {
      platform: "`ANDROID` or `IOS`, and one that the app is made for.",
      version: "1 to 64 characters, as users will see it.",
      gitRef: "A branch, tag or commit, up to 255 characters.",
    },
    answerHeaders: { Location: "The path of the build." },
    example: {
      path: `/api/apps/${demo.fieldNotes}/builds`,
      headers: { "Idempotency-Key": "field-notes-2.4.0-android" },
      body: { platform: "ANDROID", version: "2.4.0", gitRef: "main" },
      answer: queued,
    },
  },
  "POST /api/builds/claim": {
    about: [
      "For build workers only: gives out the oldest queued build of the tenant whose turn it is, and 204 when none waits. The build stays `QUEUED` until the worker's first report, and is that worker's alone until `leaseUntil`.",
      "Heartbeats extend the lease, and nothing else does: a report tells of the build, not that the worker lives. A build whose lease ran out is shown as stalled; when no heartbeat comes for as long again it becomes `FAILED`, and a retry of it is queued.",
    ],
    body: {
      workerId: "Names the worker, 1 to 128 characters.",
      platforms: "A list of `ANDROID` and `IOS`; all when it is absent or empty.",
      claimId: "A UUID made up for this claim. When the answer was lost, the same claim gets the same build.",
    },
    example: {
      path: "/api/builds/claim",
      body: { workerId: "linux-builder-2", platforms: ["ANDROID"] },
      answer: job,
    },
  },
  "POST /api/builds/{buildId}/heartbeat": {
    about: [
      "For build workers only: a sign of life, to be sent a few times per lease. `cancelled` tells that nobody wants the build any more; the worker stops it.",
    ],
    body: { workerId: "The worker that has claimed the build." },
    example: {
      path: `/api/builds/${queued.id}/heartbeat`,
      body: { workerId: "linux-builder-2" },
      answer: lease,
    },
  },
  "POST /api/builds/{buildId}/release": {
    about: [
      "For build workers only: gives back a build that the worker cannot finish because it stops. A build that was not begun goes back into the queue; one that runs becomes `FAILED`, and `retry` is the build that is queued in its place.",
    ],
    body: { workerId: "The worker that has claimed the build." },
    example: {
      path: `/api/builds/${queued.id}/release`,
      body: { workerId: "linux-builder-2" },
      answer: released,
    },
  },
  "POST /api/builds/{buildId}/log": {
    about: [
      "For build workers only: what the build prints, as it prints it. `offset` is where in the log the text begins, in bytes of UTF-8. Words that stand there already are dropped, so a worker that got no answer sends them again; words before these that are missing are refused.",
      "An empty text asks how long the log is. The first 32 MiB are kept; half a minute after the build's end the log is closed.",
    ],
    body: {
      workerId: "The worker that works on the build.",
      offset: "A string of 1 to 10 digits.",
      text: "Any text, as long as the body of 2 MiB permits.",
    },
    example: {
      path: `/api/builds/${queued.id}/log`,
      body: { workerId: "linux-builder-2", offset: "0", text: "Resolving dependencies …\n" },
      answer: { sizeBytes: "27", truncated: false } satisfies LogReceipt,
    },
  },
  "GET /api/builds/{buildId}/log": {
    about: [
      "What the build printed, up to 1 MiB at a time. To follow it, ask again with `nextOffset` as long as the log is `open`.",
    ],
    query: { offset: "Where to begin, in bytes; at the start unless you say otherwise." },
    example: {
      path: `/api/builds/${build.id}/log?offset=0`,
      answer: {
        text: "Resolving dependencies …\n",
        offset: "0",
        nextOffset: "27",
        sizeBytes: "27",
        open: true,
        truncated: false,
      } satisfies LogPart,
    },
  },
  "PUT /api/builds/{buildId}/artifact": {
    about: [
      "For build workers only: stores what was built, up to 4 GiB, while the build has not ended. Report the answer's `artifactPath` through the webhook. An upload that is repeated gets a path of its own; those that no report names go after a day.",
    ],
    query: { fileName: "The name under which people download it; `artifact` unless you say otherwise." },
    example: {
      path: `/api/builds/${queued.id}/artifact?fileName=app-release.aab`,
      answer: {
        artifactPath: `artifacts/${queued.id}/0197a1f2-9d5e-7a1b-8c44-2b1d0a9be003/app-release.aab`,
        sizeBytes: "48211903",
        sha256: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
      } satisfies StoredArtifact,
    },
  },
  "GET /api/builds/{buildId}/artifact": {
    about: [
      "The file itself, as an attachment and with ranges, so that a download that broke off goes on. A browser whose person is signed in as a member needs no token. Where the worker stored the artifact elsewhere, there is nothing here: 404.",
    ],
    answerHeaders: { "X-Checksum-Sha256": "The SHA-256 of the whole file, in hexadecimal digits." },
    example: { path: `/api/builds/${build.id}/artifact`, answer: "the bytes of the file" },
  },
} as const satisfies Record<string, RouteDoc>;
