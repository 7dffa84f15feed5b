import { defineConfig } from "vitest/config";

const alias = { "@": import.meta.dirname };

/** Kills, storms and first boots, which take as long as all the rest: `npm run test:all` runs them, too. */
const ENDURANCE = [
  "billing",
  "build-worker",
  "callbacks",
  "embedded-first-boot",
  "embedded-identity",
  "embedded-postgres",
  "launcher",
  "overload",
  "replicas",
  "workers",
].map((name) => `e2e/process/${name}.test.ts`);

/** As for the journeys: a machine that is not the tests' alone may fail one once. */
const RETRY = process.env["CI"] ? 1 : 0;

/** As long as most tests have: what a test waits for is a state, and a busy machine takes its time. */
const EXPECT = { poll: { timeout: 25_000 } };

/** Files that keep to their own database or to the doors run many to a process; importing took longer than testing. */
const SHARED_PROCESS = {
  isolate: false,
  setupFiles: "e2e/support/reset-process.setup.ts",
  retry: RETRY,
  expect: EXPECT,
};

/**
 * unit: no I/O. integration: a real PostgreSQL. process: starts and stops. contract: the built product behind
 * both doors.
 */
export default defineConfig({
  test: {
    // One more than a small machine has processors: the tests of processes often wait for one to start or to end.
    maxWorkers: 3,
    projects: [
      {
        resolve: { alias },
        test: {
          name: "unit",
          ...SHARED_PROCESS,
          include: ["{app,cli,db,server,worker}/**/*.test.ts"],
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
