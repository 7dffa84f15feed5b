import { toCurl } from "@/app/_components/api-calls/curl.ts";

/** Values of the demo data that `npm start` creates on a fresh machine: commands of the documentation work unchanged. */
export const demo = {
  password: "drydock-demo",
  acme: "01900000-0000-7000-8000-00000000a001",
  fieldNotes: "01900000-0000-7000-8000-00000000b001",
  offlineSync: "01900000-0000-7000-8000-00000000c001",
  runningBuild: "01900000-0000-7000-8000-00000000d001",
} as const;

/** Prints the secret of build workers; on the machine of the server, as the data directory is there. */
export const readBuildSecret =
  'export BUILD_SECRET=$(node -p \'require(path.resolve(process.env.DATA_DIR ?? ".data", "secrets.json")).BUILD_SERVER_SECRET\')';

/** Commands of the quick start for the server at `origin`. Each works unchanged, in this order. */
export const quickStartCommands = (origin: string) => ({
  start: "npm ci && npm start",
  token: [
    "export CLI_TOKEN=$(npm run --silent token -- --email dev@acme.test --tenant acme \\",
    "  --permission MARKETPLACE_PUBLISH --permission BUILDS_READ --expires 1h)",
  ].join("\n"),
  me: toCurl({ path: "/api/me", tenantId: demo.acme }, origin),
  publish: toCurl(
    {
      method: "POST",
      path: "/api/marketplace/publish",
      tenantId: demo.acme,
      body: {
        type: "APP_PLUGIN",
        name: "Offline Sync",
        slug: "offline-sync",
        version: "1.0.0",
        description: "Saves forms and photos on the device while offline.",
        changelog: "First release.",
        appPluginId: demo.offlineSync,
      },
    },
    origin,
  ),
  keepId: "export LISTING_ID=<id from the response>",
  listing: [
    "curl \\",
    '  -H "Authorization: Bearer $CLI_TOKEN" \\',
    `  -H 'X-Tenant-Id: ${demo.acme}' \\`,
    `  "${origin}/api/marketplace/listings/$LISTING_ID"`,
  ].join("\n"),
  secret: readBuildSecret,
  report: toCurl(
    {
      method: "POST",
      path: "/api/builds/webhook/status",
      credential: "build-secret",
      body: {
        buildId: demo.runningBuild,
        status: "COMPLETED",
        artifactPath: "artifacts/field-notes/app-release.aab",
        sizeBytes: "48211903",
        workerId: "quick-start",
      },
    },
    origin,
  ),
  poll: toCurl({ path: `/api/apps/${demo.fieldNotes}/builds?limit=3`, tenantId: demo.acme }, origin).replace(
    "curl ",
    "curl -i ",
  ),
});
