import { defineConfig } from "vitest/config";

const alias = { "@": import.meta.dirname };

/** Kills, storms and first boots, which take as long as all the rest: `npm run test:all` runs them, too. */
const ENDURANCE = [
  "billing",
  "callbacks",
  "embedded-first-boot",
  "embedded-identity",
  "embedded-postgres",
  "launcher",
  "workers",
].map((name) => `e2e/process/${name}.test.ts`);

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
          include: ["{app,cli,db,server,worker}/**/*.test.ts"],
          exclude: ["**/*.db.test.ts"],
          testTimeout: 30_000,
        },
      },
      {
        resolve: { alias },
        test: {
          name: "integration",
          include: ["{app,cli,db,server,worker}/**/*.db.test.ts"],
          globalSetup: "e2e/postgres.setup.ts",
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        resolve: { alias },
        test: {
          name: "process",
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
          include: ENDURANCE,
          testTimeout: 240_000,
          hookTimeout: 120_000,
        },
      },
      {
        resolve: { alias },
        test: {
          name: "contract",
          include: ["e2e/contract/**/*.test.ts"],
          globalSetup: "e2e/contract/doors.setup.ts",
          testTimeout: 30_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
