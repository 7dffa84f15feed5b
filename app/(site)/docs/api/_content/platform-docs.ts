import { demo } from "@/app/(site)/docs/_content/quick-start.ts";
import type { MeView } from "@/server/domains/accounts/tokens/view.ts";
import type { RouteDoc } from "./route-doc";

const me: MeView = {
  user: { id: "01900000-0000-7000-8000-00000000e002", email: "dev@acme.test", name: "Jonas" },
  tenant: { id: demo.acme, slug: "acme", name: "Acme Studio" },
  permissions: ["MARKETPLACE_PUBLISH", "BUILDS_READ"],
  expiresAt: "2026-01-31T10:20:30.000Z",
};

export const platformDocs = {
  "GET /api/me": {
    about: [
      "`permissions` are the token’s current permissions: those it was created with, limited by its owner’s role.",
    ],
    example: { path: "/api/me", answer: me },
  },
  "GET /api/openapi.json": {
    about: ["OpenAPI 3.1, generated from the schemas that validate requests."],
    example: {
      path: "/api/openapi.json",
      answer: { openapi: "3.1.0", info: { title: "Drydock", version: "1.0.0" }, paths: {} },
    },
  },
  "GET /cli.tgz": {
    about: ["`npm install --global {address}/cli.tgz`. It has no dependencies."],
    example: { path: "/cli.tgz", answer: "(the bytes of drydock-cli-0.1.0.tgz)" },
  },
  "GET /worker.tgz": {
    about: ["`npx --package {address}/worker.tgz drydock-worker`."],
    example: { path: "/worker.tgz", answer: "(the bytes of drydock-worker-0.1.0.tgz)" },
  },
  "GET /api/health": {
    about: [
      "Liveness check. Doesn’t depend on the database. `version` is that of the platform, its CLI and its worker.",
    ],
    example: { path: "/api/health", answer: { status: "ok", version: "0.1.0" } },
  },
  "GET /api/ready": {
    about: ["Readiness check. Returns 503 while the database or its schema is unavailable."],
    example: { path: "/api/ready", answer: { status: "ok" } },
  },
  "GET /api/metrics": {
    about: [
      "Prometheus metrics. Requires `METRICS_TOKEN` as a bearer token, except for direct requests from loopback.",
    ],
    example: { path: "/api/metrics", answer: "# HELP …\n# TYPE … counter\n…" },
  },
} as const satisfies Record<string, RouteDoc>;
