import type { ChecksView } from "@/server/domains/listings/checks/view.ts";
import type { RouteDoc } from "./route-doc";

const LISTING = "0197a1f0-6b1e-7c3d-9a52-1f6d0c7be001";

const checks: ChecksView = {
  listingId: LISTING,
  state: "DONE",
  ruleSetVersion: 2,
  checkedAt: "2026-01-31T09:20:32.118Z",
  failure: null,
  counts: { high: 0, medium: 1, low: 0 },
  findings: [
    {
      rule: "dynamic-code",
      severity: "MEDIUM",
      title: "Dynamic code",
      message: "evaluates a string as code",
      path: "src/rules.js",
      line: 12,
      excerpt: "return eval(rule);",
      fingerprint: "8c1f0a4e77d2b391",
      isNew: false,
    },
  ],
  further: 0,
  rules: [
    {
      id: "dynamic-code",
      title: "Dynamic code",
      why: "Code that is evaluated, imported by a computed name or started as a program cannot be reviewed.",
      cure: "Call functions directly, parse data with JSON.parse and import modules by literal names.",
    },
  ],
  previous: {
    listingId: "0197a1f0-6b1e-7c3d-9a52-1f6d0c7be000",
    version: "0.9.0",
    fixed: [],
    still: 1,
    added: 0,
  },
};

export const checkDocs = {
  "GET /api/marketplace/listings/{listingId}/checks": {
    about: [
      "Most severe first, with file and line. Checks run after submission; until they finish, `state` is `WAITING` or `RUNNING`. Findings inform moderators and don’t block approval. All rules are listed at `/docs/checks`.",
      "`previous` compares with your previous submission of the same plugin or theme. `fingerprint` is stable while a finding moves within its file.",
    ],
    example: { path: `/api/marketplace/listings/${LISTING}/checks`, answer: checks },
  },
} as const satisfies Record<string, RouteDoc>;
