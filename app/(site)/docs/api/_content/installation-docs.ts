import { demo } from "@/app/(site)/docs/_content/quick-start.ts";
import type { InstallationView, SetInstallationView } from "@/server/domains/apps/installations/view.ts";
import type { RouteDoc } from "./route-doc";

const plugin: InstallationView = {
  type: "app-plugin",
  slug: "offline-sync",
  name: "Offline Sync",
  version: "1.2.0",
  current: "1.3.0",
  updates: "PATCH",
  acceptedPermissions: ["network", "storage"],
  state: "UPDATE_AVAILABLE",
  heldBack: null,
  installedAt: "2026-01-31T09:20:30.405Z",
  updatedAt: "2026-01-31T09:20:30.405Z",
};

const systemPlugin: InstallationView = {
  ...plugin,
  type: "system-plugin",
  slug: "build-notifier",
  name: "Build Notifier",
  version: "2.0.1",
  current: "2.0.1",
  updates: "MANUAL",
  acceptedPermissions: [],
  state: "OK",
};

const heldPlugin: InstallationView = {
  ...plugin,
  heldBack: {
    version: "1.2.1",
    reason:
      "4 of 4 builds failed (100%) with this version, in 4 apps. Before the update, 3 of 60 builds failed (5%).",
    since: "2026-02-03T10:00:00.000Z",
  },
};

const set = (installation: InstallationView): SetInstallationView => ({ ...installation, warnings: [] });

const WARNINGS =
  "If `version` names a version whose rollout was rolled back or is on hold, it is installed, and `warnings` has an entry with the `code` `ROLLED_BACK` or `ON_HOLD` and a `message`. Otherwise the list is empty.";
const query = { dryRun: "`true` returns 200 with the result, and stores nothing. Default: `false`." };

const inApp = `/api/apps/${demo.fieldNotes}/installations`;
const inTenant = "/api/installations";

const body = {
  version:
    "An approved version, higher or lower than the installed one. Default: the highest release whose rollout is not on hold and was not rolled back.",
  updates:
    "Automatic updates: `MANUAL` for none, `PATCH` or `MINOR`. Default: the policy of the installation, `MANUAL` for a new one.",
  acceptPermissions:
    "Names of the permissions that you accept. Permissions accepted earlier for the item need not be repeated.",
};

const example = { version: "1.2.0", updates: "PATCH", acceptPermissions: ["network", "storage"] };

export const installationDocs = {
  "GET /api/apps/{appId}/installations": {
    about: [
      "`current` is the item’s current version.",
      "`state` is `OK`, `UPDATE_AVAILABLE`, `NEEDS_CONSENT` if the current version requests more permissions, or `UNAVAILABLE` if the installed version was suspended or withdrawn.",
      "Automatic updates roll out in rings after an approval: the publisher’s tenant at once, 10% of the others after an hour, 50% after six hours, all after a day. `heldBack` has the version whose rollout is on hold, and the reason; otherwise it is null.",
    ],
    example: { path: inApp, answer: { installations: [heldPlugin] } },
  },
  "PUT /api/apps/{appId}/installations/{type}/{slug}": {
    about: [
      "Returns 201 if newly installed. If it is installed, sets its version, update policy and consent, and returns 200. `{type}` is `app-plugin` or `theme`. An app has one theme: installing another replaces it.",
      "New builds include the version.",
      WARNINGS,
    ],
    body,
    query,
    example: { path: `${inApp}/app-plugin/${plugin.slug}`, body: example, answer: set(plugin) },
  },
  "DELETE /api/apps/{appId}/installations/{type}/{slug}": {
    about: ["Queued builds keep it."],
    example: { path: `${inApp}/app-plugin/${plugin.slug}`, answer: null },
  },
  "GET /api/installations": {
    about: ["Builds of all apps of the tenant include them."],
    example: { path: inTenant, answer: { installations: [systemPlugin] } },
  },
  "PUT /api/installations/system-plugin/{slug}": {
    about: ["Returns 201 if newly installed, 200 if changed.", WARNINGS],
    body,
    query,
    example: {
      path: `${inTenant}/system-plugin/${systemPlugin.slug}`,
      body: {},
      answer: set(systemPlugin),
    },
  },
  "DELETE /api/installations/system-plugin/{slug}": {
    about: ["Queued builds keep it."],
    example: { path: `${inTenant}/system-plugin/${systemPlugin.slug}`, answer: null },
  },
} satisfies Record<string, RouteDoc>;
