import { defineConfig } from "vitest/config";

const alias = { "@": import.meta.dirname };

/** Kills, load and first boots, which take as long as all other tests: `npm run test:all` runs them, too. */
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

/** As for the journeys: a test may time out once on a shared machine. */
const RETRY = process.env["CI"] ? 1 : 0;

/** Close to the timeout of a test: polls wait for a state, and a busy machine is slow. */
const EXPECT = { poll: { timeout: 25_000 } };

/** Files with a database of their own, or that only call the API, share a process: importing took longer than testing. */
const SHARED_PROCESS = {
  isolate: false,
  setupFiles: "e2e/support/fresh-file.setup.ts",
  retry: RETRY,
  expect: EXPECT,
};

/**
 * unit: no database. integration: a real PostgreSQL. process: starts and stops. contract: the built product through
 * both hosts of REST.
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
