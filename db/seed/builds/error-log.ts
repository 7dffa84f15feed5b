import type { Platform } from "../../schema/index.ts";
import type { DemoApp } from "../apps.ts";
import type { Random } from "../random.ts";
import { ANDROID_FAILURES } from "./android-failures.ts";
import type { Failure } from "./failure.ts";
import { IOS_FAILURES } from "./ios-failures.ts";
import { SCRIPT_FAILURES } from "./script-failures.ts";

const FAILURES_ON: Record<Platform, readonly Failure[]> = {
  ANDROID: [...ANDROID_FAILURES, ...SCRIPT_FAILURES],
  IOS: [...IOS_FAILURES, ...SCRIPT_FAILURES],
};

/** Goes through the ways to fail one after the other, so that each of them occurs. */
export function createErrorLogWriter(random: Random): {
  write(app: DemoApp, build: { platform: Platform; version: string }): string;
} {
  const written: Record<Platform, number> = { ANDROID: 0, IOS: 0 };
  return {
    write(app, { platform, version }) {
      const failures = FAILURES_ON[platform];
      const failure = failures[written[platform]++ % failures.length];
      const lines = failure?.describe({ app, version, random }) ?? [];
      return `${lines.join(failure?.lineEnd ?? "\n")}${failure?.lineEnd ?? "\n"}`;
    },
  };
}
