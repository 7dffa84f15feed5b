import type { ChecksView } from "@/server/checks/view.ts";
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
      title: "Code that is made while it runs",
      message: "evaluates text as code",
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
      title: "Code that is made while it runs",
      why: "What is evaluated cannot be reviewed, and may come from anywhere.",
      cure: "Call functions directly, parse data with JSON.parse, and import modules by names that stand in the code.",
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
      "What the automated checks found, the heaviest first, with the file and the line. They run right after the submission; until then `state` is `WAITING` or `RUNNING`. Findings inform the moderators and decide nothing by themselves. Every rule is explained at `/docs/checks`.",
      "`previous` compares with your submission of the same plugin or theme before this one: what was fixed since, and how many findings are still there or new. `fingerprint` stays the same while a finding moves within its file.",
    ],
    example: { path: `/api/marketplace/listings/${LISTING}/checks`, answer: checks },
  },
} as const satisfies Record<string, RouteDoc>;
