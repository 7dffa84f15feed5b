import { demo } from "@/app/(site)/docs/_content/quick-start.ts";
import type { BuildInputView } from "@/server/domains/apps/installations/view.ts";
import type { StoredArtifact } from "@/server/domains/builds/artifacts/service.ts";
import type { BuildJob, LeaseView, ReleaseReceipt } from "@/server/domains/builds/leases/view.ts";
import type { LogReceipt } from "@/server/domains/builds/logs/view.ts";
import type {
  BuildDetail,
  BuildPage,
  BuildView,
  QueuedBuildView,
  ReportReceipt,
} from "@/server/domains/builds/view.ts";
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
  gitRef: "main",
  gitCommit: "3f2c9d1a7b54e8f06a1d2c3b4e5f60718293a4b5",
  commitMessage: "Keep drafts when the app is offline",
  createdBy: "Jonas",
  failure: null,
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

const WARNINGS =
  "If no worker for the platform is online, `warnings` has an entry with the `code` `NO_WORKER_ONLINE` and a `message`. Otherwise the list is empty.";

const page: BuildPage = { builds: [build], nextCursor: "WzkyXQ" };

const input: BuildInputView = {
  type: "app-plugin",
  slug: "offline-sync",
  version: "1.2.0",
  sha256: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
};

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
  inputs: [input],
};

const cancelled: BuildView = {
  ...queued,
  status: "FAILED",
  errorLog: "cancelled",
  failure: { summary: "cancelled", line: 1 },
  finishedAt: "2026-01-31T09:20:41.002Z",
  updatedAt: "2026-01-31T09:20:41.002Z",
};

const RETRY_ID = "0197a1f2-b1c4-7c3e-9f10-5a6b7c8d9e01";

const receipt: ReportReceipt = { buildId: build.id, status: "COMPLETED", applied: true };

const inputUrl = `/api/builds/${queued.id}/inputs/${input.sha256}?workerId=linux-builder-2`;

const job: BuildJob = {
  buildId: queued.id,
  appId: queued.appId,
  platform: "ANDROID",
  version: "2.4.0",
  gitRef: "main",
  leaseUntil: "2026-01-31T09:22:11.020Z",
  variables: [{ name: "API_BASE_URL", value: "https://api.example.com", isSecret: false }],
  inputs: [{ ...input, url: inputUrl }],
};

const lease: LeaseView = { leaseUntil: "2026-01-31T09:22:31.020Z", cancelled: false };

const released: ReleaseReceipt = { buildId: queued.id, status: "QUEUED", retry: null };

export const buildDocs = {
  "POST /api/builds/webhook/status": {
    about: [
      "Reports may repeat or arrive out of order: a report without effect returns `applied: false`. A second, different final status returns 409.",
      "Omitted fields keep their previous values.",
    ],
    body: {
      buildId: "Build ID.",
      status: "`IN_PROGRESS`, `COMPLETED` or `FAILED`.",
      artifactPath: "Location of the artifact, up to 2,048 characters.",
      errorLog: "Error output of a failed build. Limited by the body size.",
      sizeBytes: "Artifact size in bytes, as a string of 1 to 19 digits.",
      workerId: "Worker name, up to 128 characters.",
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
      "Lists return the last 4,000 characters of the error log; this returns all of it. `reports` are oldest first.",
      "`failure` is the line of the error log with the cause: its text (`summary`, up to 200 characters) and number (`line`, from 1). Null if none was found. `createdBy` is null for retries queued by the platform.",
    ],
    answerHeaders: { ETag: "Weak. Send as `If-None-Match` to get 304 if unchanged." },
    example: { path: `/api/builds/${build.id}`, answer: detail },
  },
  "GET /api/apps/{appId}/builds": {
    about: ["For polling, send the last `ETag` as `If-None-Match` and wait `X-Poll-Interval` seconds."],
    query: {
      status: "Repeatable: `QUEUED`, `IN_PROGRESS`, `COMPLETED`, `FAILED`.",
      platform: "Repeatable: `ANDROID`, `IOS`.",
      limit: "Page size, 1 to 100. Default: 20.",
      cursor: "`nextCursor` of the previous page. Stable while builds are added.",
    },
    answerHeaders: {
      ETag: "Weak. Send as `If-None-Match` to get 304 if unchanged.",
      "X-Poll-Interval": "Seconds until the next poll: 5 while a build is unfinished, otherwise 60.",
    },
    example: { path: `/api/apps/${demo.fieldNotes}/builds?platform=ANDROID&limit=1`, answer: page },
  },
  "POST /api/apps/{appId}/builds": {
    about: ["A worker claims the build. It includes the installed plugins and theme.", WARNINGS],
    body: {
      platform: "`ANDROID` or `IOS`. Must be a platform of the app.",
      version: "1 to 64 characters.",
      gitRef: "Branch, tag or commit, up to 255 characters.",
      gitCommit: "Commit, 7 to 64 hexadecimal digits.",
      commitMessage: "Commit message, up to 500 characters. Only the first line is stored.",
    },
    answerHeaders: { Location: "Path of the build." },
    example: {
      path: `/api/apps/${demo.fieldNotes}/builds`,
      headers: { "Idempotency-Key": "field-notes-2.4.0-android" },
      body: { platform: "ANDROID", version: "2.4.0", gitRef: "main" },
      answer: { ...queued, warnings: [] } satisfies QueuedBuildView,
    },
  },
  "POST /api/builds/{buildId}/cancel": {
    about: [
      "The build must be queued or running. Its status becomes `FAILED` immediately; its worker stops at the next heartbeat. Returns 409 if the build has finished.",
    ],
    example: { path: `/api/builds/${queued.id}/cancel`, answer: cancelled },
  },
  "POST /api/builds/{buildId}/retry": {
    about: [
      "The new build has the same source and inputs, and `retryOf` links it. Returns 409 if the build is not `FAILED` or is already being retried.",
      WARNINGS,
    ],
    answerHeaders: { Location: "Path of the new build." },
    example: {
      path: `/api/builds/${cancelled.id}/retry`,
      answer: {
        ...queued,
        id: RETRY_ID,
        number: 94,
        retryOf: cancelled.id,
        warnings: [],
      } satisfies QueuedBuildView,
    },
  },
  "POST /api/builds/claim": {
    about: [
      "Tenants take turns, oldest build first. Returns 204 if there is none. The build stays `QUEUED` until the first report and is leased to the worker until `leaseUntil`.",
      "Only heartbeats extend the lease. A build with an expired lease is stalled; after another lease period it becomes `FAILED` and a retry is queued.",
      "`variables` are the app’s variables for the platform, including secrets. Set them in the command’s environment.",
      "`inputs` are the plugins and the theme that were installed when the build was queued. `sha256` and `url` are null for a version without an archive.",
    ],
    body: {
      workerId: "Worker name, 1 to 128 characters.",
      platforms: "List of `ANDROID` and `IOS`. Default: all.",
      claimId: "UUID of this claim. Repeating it returns the same build.",
      version: "Version of the worker, up to 64 characters.",
    },
    example: {
      path: "/api/builds/claim",
      body: { workerId: "linux-builder-2", platforms: ["ANDROID"] },
      answer: job,
    },
  },
  "POST /api/builds/{buildId}/heartbeat": {
    about: ["Send several heartbeats per lease period. If `cancelled` is true, stop the build."],
    body: { workerId: "Worker that claimed the build." },
    example: {
      path: `/api/builds/${queued.id}/heartbeat`,
      body: { workerId: "linux-builder-2" },
      answer: lease,
    },
  },
  "POST /api/builds/{buildId}/release": {
    about: [
      "Call it when a worker stops. A build that has not started returns to the queue. A running build becomes `FAILED`, and `retry` is the build that replaces it.",
    ],
    body: { workerId: "Worker that claimed the build." },
    example: {
      path: `/api/builds/${queued.id}/release`,
      body: { workerId: "linux-builder-2" },
      answer: released,
    },
  },
  "POST /api/builds/{buildId}/log": {
    about: [
      "`offset` is the position of the text in UTF-8 bytes. Repeated text is ignored, which makes retries safe. Gaps are rejected.",
      "Send empty text to get the log’s size. Logs are limited to 32 MiB and close 30 seconds after the build ends.",
    ],
    body: {
      workerId: "Worker that runs the build.",
      offset: "String of 1 to 10 digits.",
      text: "Any text, within the body limit of 2 MiB.",
    },
    example: {
      path: `/api/builds/${queued.id}/log`,
      body: { workerId: "linux-builder-2", offset: "0", text: "Resolving dependencies …\n" },
      answer: { sizeBytes: "27", truncated: false } satisfies LogReceipt,
    },
  },
  "GET /api/builds/{buildId}/log": {
    about: [
      "Plain text, with support for ranges: the output and, once the log is closed, what the error log has beyond it. A build that ended without output has its error log at once. To follow a log while `X-Log-Status` is `open`, request `Range: bytes=N-`, where N is the number of bytes received; 416 means no new output. Members can use their browser session instead of a token.",
    ],
    answerHeaders: { "X-Log-Status": "`open` while the worker can append, otherwise `closed`." },
    example: {
      path: `/api/builds/${build.id}/log`,
      headers: { Range: "bytes=0-" },
      answer: "Resolving dependencies …\n",
    },
  },
  "GET /api/builds/{buildId}/inputs/{sha256}": {
    about: [
      "The archive of a plugin, or the configuration of the theme as JSON. Available until the build ends. Verify the SHA-256. `inputs` of the claim has the URL.",
    ],
    query: { workerId: "Worker that claimed the build." },
    answerHeaders: { "X-Checksum-Sha256": "SHA-256 of the whole file, in hexadecimal digits." },
    example: { path: inputUrl, answer: "the bytes of the file" },
  },
  "PUT /api/builds/{buildId}/artifact": {
    about: [
      "Up to 4 GiB, while the build is unfinished. Report the returned `artifactPath` through the webhook. Each upload gets its own path. Uploads without a report are removed after one day.",
    ],
    query: { fileName: "File name for downloads. Default: `artifact`." },
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
      "Supports ranges. Members can use their browser session instead of a token. Returns 404 if the artifact is stored elsewhere.",
    ],
    answerHeaders: { "X-Checksum-Sha256": "SHA-256 of the whole file, in hexadecimal digits." },
    example: { path: `/api/builds/${build.id}/artifact`, answer: "(the file)" },
  },
  "GET /api/builds/{buildId}/install": {
    about: [
      "Install link for phones; the build’s page shows it as a QR code. It expires after 10 minutes, or when the user’s session or membership ends, and then returns 404.",
    ],
    query: { token: "Token of the link." },
    answerHeaders: { "X-Checksum-Sha256": "SHA-256 of the whole file, in hexadecimal digits." },
    example: { path: `/api/builds/${build.id}/install?token=…`, answer: "the bytes of the file" },
  },
  "GET /api/builds/{buildId}/install-manifest": {
    about: [
      "Manifest for over-the-air installation (`itms-services`), with the token of an install link. The bundle identifier comes from the `Info.plist` in the archive. iOS requires https.",
    ],
    query: { token: "Token of the link." },
    example: {
      path: `/api/builds/${build.id}/install-manifest?token=…`,
      answer: "a property list in XML",
    },
  },
} as const satisfies Record<string, RouteDoc>;
