/** Template of a system plugin, which subscribes to the platform's events. */
export function createSystemPlugin() {
  return {
    description: "Logs each finished build.",
    permissions: ["events.builds", "log.write"],
    howItWorks: `\`activate\` in \`src/index.ts\` runs once when the platform starts with this plugin. It subscribes to finished builds and returns
a function that unsubscribes.`,
    files: {
      "src/index.ts": `import type { FinishedBuild, Platform, Stop } from "./host.ts";

/** Runs once when the platform starts with this plugin. The returned function runs when the plugin is disabled. */
export function activate(platform: Platform): Stop {
  return platform.events.on("build.finished", (build) => platform.log.info(summarize(build)));
}

export function summarize({ number, platform, status, seconds }: FinishedBuild): string {
  const minutes = Math.max(1, Math.round(seconds / 60));
  return \`Build \${number} (\${platform}): \${status} after \${minutes} min\`;
}
`,
      "src/host.ts": `/** Part of the platform’s API that the plugin uses. Keep it small: tests implement all of it. */
export interface Platform {
  events: {
    on: (event: "build.finished", listener: (build: FinishedBuild) => void) => Stop;
  };
  log: {
    info: (line: string) => void;
  };
}

export interface FinishedBuild {
  number: number;
  platform: "ANDROID" | "IOS";
  status: "COMPLETED" | "FAILED";
  seconds: number;
}

/** Ends a subscription. */
export type Stop = () => void;
`,
      "test/index.test.ts": `import assert from "node:assert/strict";
import { test } from "node:test";
import type { FinishedBuild, Platform } from "../src/host.ts";
import { activate } from "../src/index.ts";

const BUILD: FinishedBuild = { number: 128, platform: "ANDROID", status: "COMPLETED", seconds: 250 };

function createPlatform() {
  const listeners = new Set<(build: FinishedBuild) => void>();
  const lines: string[] = [];
  const platform: Platform = {
    events: {
      on: (_, listener) => {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
    },
    log: { info: (line) => void lines.push(line) },
  };
  const finish = (build: FinishedBuild) => {
    for (const listener of listeners) listener(build);
  };
  return { platform, lines, finish };
}

test("logs finished builds until it is disabled", () => {
  const { platform, lines, finish } = createPlatform();
  const stop = activate(platform);
  finish(BUILD);
  stop();
  finish(BUILD);
  assert.deepEqual(lines, ["Build 128 (ANDROID): COMPLETED after 4 min"]);
});
`,
    },
  };
}
