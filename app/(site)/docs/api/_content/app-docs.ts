import { demo } from "@/app/(site)/docs/_content/quick-start.ts";
import type { AppPage } from "@/server/domains/apps/view.ts";
import type { RouteDoc } from "./route-doc";

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
