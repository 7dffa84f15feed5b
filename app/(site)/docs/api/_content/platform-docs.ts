import type { MeView } from "@/server/identity/view.ts";
import { demo } from "../../_content/quick-start";
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
      "`permissions` is what the token may do now: what it was made for, cut down to what its owner's role permits today.",
    ],
    example: { path: "/api/me", answer: me },
  },
  "GET /api/openapi.json": {
    about: ["The same surface for programs, made from the schemas that validate each request."],
    example: {
      path: "/api/openapi.json",
      answer: { openapi: "3.1.0", info: { title: "Drydock", version: "1.0.0" }, paths: {} },
    },
  },
  "GET /api/health": {
    about: ["For load balancers: answers as long as the process lives, also while the database is away."],
    example: { path: "/api/health", answer: { status: "ok" } },
  },
  "GET /api/ready": {
    about: ["For load balancers: answers 503 while the database is away or its schema is missing."],
    example: { path: "/api/ready", answer: { status: "ok" } },
  },
  "GET /api/metrics": {
    about: [
      "Needs the token that `METRICS_TOKEN` holds as `Authorization: Bearer …`, unless it is asked for straight from the same machine.",
    ],
    example: { path: "/api/metrics", answer: "# HELP …\n# TYPE … counter\n…" },
  },
} as const satisfies Record<string, RouteDoc>;
