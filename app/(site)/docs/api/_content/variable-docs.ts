import { demo } from "@/app/(site)/docs/_content/quick-start.ts";
import type { VariableView } from "@/server/domains/apps/variables/view.ts";
import type { RouteDoc } from "./route-doc";

const secret: VariableView = {
  name: "SENTRY_AUTH_TOKEN",
  isSecret: true,
  platforms: [],
  value: null,
  updatedAt: "2026-01-31T09:20:30.405Z",
  updatedBy: "Jonas",
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
      "Creates (201) or replaces (200) a variable. Names consist of up to 64 characters `A-Z`, `0-9` and `_`. Names that the worker sets, and names that change how programs start, such as `PATH`, `LD_PRELOAD` and `NODE_OPTIONS`, are reserved. Up to 100 per app.",
      "Secrets are encrypted at rest and never returned. Only the worker that runs a build receives them. Secrets of 8 or more characters are replaced by `***` in all texts of builds before these are stored, also quoted, escaped, and in JSON, XML, URLs, base64, hex and UTF-16. Shorter ones are not masked.",
    ],
    body: {
      value: "Up to 16 KiB.",
      isSecret: "Whether the value is a secret. Default: true.",
      platforms: "List of `ANDROID` and `IOS`. Default: all.",
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
