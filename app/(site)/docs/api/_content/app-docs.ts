import { demo } from "@/app/(site)/docs/_content/quick-start.ts";
import type { VariableView } from "@/server/domains/apps/variables/view.ts";
import type { AppPage } from "@/server/domains/apps/view.ts";
import type { RouteDoc } from "./route-doc.ts";

const secret: VariableView = {
  name: "SENTRY_AUTH_TOKEN",
  isSecret: true,
  platforms: [],
  value: null,
  updatedAt: "2026-01-31T09:20:30.405Z",
  updatedBy: "Jonas",
  warnings: [],
};

const plain: VariableView = {
  ...secret,
  name: "API_BASE_URL",
  isSecret: false,
  platforms: ["ANDROID"],
  value: "https://api.example.com",
};

const path = `/api/apps/${demo.fieldNotes}/variables`;

export const variableDocs = {
  "GET /api/apps/{appId}/variables": {
    about: [
      "Environment variables of the app’s builds, by name. `value` is null for secrets. Empty `platforms` means all.",
    ],
    example: { path, answer: { variables: [plain, secret] } },
  },
  "PUT /api/apps/{appId}/variables/{name}": {
    about: [
      "Creates (201) or changes (200) a variable: `isSecret` and `platforms` stay unless they are given. Names consist of up to 64 characters `A-Z`, `0-9` and `_`. Names that the worker sets, and names that change how programs start, such as `PATH`, `LD_PRELOAD` and `NODE_OPTIONS`, are reserved. Up to 100 per app.",
      "Secrets are encrypted at rest and never returned. Only the worker that runs a build receives them. Secrets of 8 or more characters are replaced by `***` in all texts of builds before these are stored, also quoted, escaped, in upper or lower case, and in JSON, XML, URLs, base64, hex and UTF-16. Shorter ones are not masked: `warnings` of the variable then has the code `NOT_MASKED`, otherwise it is empty.",
    ],
    body: {
      value: "Up to 16 KiB.",
      isSecret: "Whether the value is a secret. Default: as before, true for a new variable.",
      platforms: "List of `ANDROID` and `IOS`, empty for all. Default: as before, all for a new variable.",
    },
    example: {
      path: `${path}/${secret.name}`,
      body: { value: "sntrys_example" },
      answer: secret,
    },
  },
  "DELETE /api/apps/{appId}/variables/{name}": {
    about: ["Builds that have started still have it."],
    example: { path: `${path}/${plain.name}`, answer: null },
  },
} satisfies Record<string, RouteDoc>;

export const appDocs = {
  "GET /api/apps": {
    about: ["Archived apps are not listed."],
    query: {
      limit: "Page size, 1 to 100. Default: 20.",
      cursor: "`nextCursor` of the previous page.",
    },
    example: {
      path: "/api/apps?limit=1",
      answer: {
        apps: [
          {
            id: demo.fieldNotes,
            slug: "field-notes",
            name: "Field Notes",
            platforms: ["ANDROID", "IOS"],
            createdAt: "2025-11-03T08:12:44.120Z",
          },
        ],
        nextCursor: null,
      } satisfies AppPage,
    },
  },
} as const satisfies Record<string, RouteDoc>;
