/** Template of a system plugin, which subscribes to the platform's events. */
export function createSystemPlugin() {
  return {
    description: "Writes a line to the platform's log when a build ends.",
    permissions: ["events.builds", "log.write"],
    howItWorks: `\`activate\` in \`src/index.ts\` is called once when the platform starts with this plugin. It listens to the platform's events and
returns what ends that.`,
    files: {
      "src/index.ts": `import type { FinishedBuild, Platform, Stop } from "./host.ts";

/** Called once when the platform starts with this plugin. What it returns is called when the plugin is switched off. */
export function activate(platform: Platform): Stop {
  return platform.events.on("build.finished", (build) => platform.log.info(summarize(build)));
}

export function summarize({ number, platform, status, seconds }: FinishedBuild): string {
  const minutes = Math.max(1, Math.round(seconds / 60));
  return \`Build \${number} for \${platform} ended as \${status} after \${minutes} min\`;
}
`,
      "src/host.ts": `/** What the plugin needs of the platform around it. Name no more than it uses: a test has to stand in for all of it. */
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

/** Undoes what was done. */
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

test("writes a line for a build that ended, until it is switched off", () => {
  const { platform, lines, finish } = createPlatform();
  const stop = activate(platform);
  finish(BUILD);
  stop();
  finish(BUILD);
  assert.deepEqual(lines, ["Build 128 for ANDROID ended as COMPLETED after 4 min"]);
});
`,
    },
  };
}
