import { defineConfig } from "vitest/config";

const alias = { "@": import.meta.dirname };

/** Kills, load, first boots and other versions of Node, which take as long as all other tests. Only `npm run test:all` runs them. */
const ENDURANCE = [
  "account-links",
  "acknowledged-writes",
  "attacks",
  "bench",
  "billing",
  "build-worker",
  "built-checkout",
  "callbacks",
  "clock",
  "cli/broken-pipe",
  "database-outage",
  "embedded-commands",
  "embedded-first-boot",
  "embedded-identity",
  "embedded-postgres",
  "file-lock",
  "launcher",
  "mail",
  "markdown",
  "migration",
  "node-versions",
  "overload",
  "page-process",
  "replicas",
  "rollout-path",
  "rollouts",
  "secret-output",
  "silent-connections",
  "workers",
].map((name) => `e2e/process/${name}.test.ts`);

/** One retry in CI, as for the journeys: other load on the machine may fail a test once. */
const RETRY = process.env["CI"] ? 1 : 0;

/** Poll timeout close to the test timeout, for a busy machine. */
const EXPECT = { poll: { timeout: 25_000 } };

/** Files without process-wide effects share a process, since imports took longer than tests. */
const SHARED_PROCESS = {
  isolate: false,
  setupFiles: "e2e/support/reset-process.setup.ts",
  retry: RETRY,
  expect: EXPECT,
};

/**
 * unit: no I/O. integration: a real PostgreSQL. process: starts and stops of processes. endurance: slow ones of these.
 * contract: the built product at both entry points.
 */
export default defineConfig({
  test: {
    // One more than the CPUs of a small machine, since process tests mostly wait.
    maxWorkers: 3,
    projects: [
      {
        resolve: { alias },
        test: {
          name: "unit",
          ...SHARED_PROCESS,
          include: ["{.ci,app,cli,db,server,shared,worker}/**/*.test.ts"],
          exclude: ["**/*.db.test.ts"],
          testTimeout: 30_000,
        },
      },
      {
        resolve: { alias },
        test: {
          name: "integration",
          ...SHARED_PROCESS,
          include: ["{app,cli,db,server,worker}/**/*.db.test.ts"],
          globalSetup: "e2e/support/postgres.setup.ts",
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        resolve: { alias },
        test: {
          name: "process",
          ...SHARED_PROCESS,
          include: ["e2e/process/**/*.test.ts"],
          exclude: ENDURANCE,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        resolve: { alias },
        test: {
          name: "endurance",
          retry: RETRY,
          expect: EXPECT,
          include: ENDURANCE,
          testTimeout: 240_000,
          hookTimeout: 120_000,
        },
      },
      {
        resolve: { alias },
        test: {
          name: "contract",
          ...SHARED_PROCESS,
          include: ["e2e/contract/**/*.test.ts"],
          globalSetup: "e2e/contract/entry-points.setup.ts",
          testTimeout: 30_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
