import type { Platform } from "../../schema/index.ts";

const WORKERS: Record<Platform, readonly string[]> = {
  ANDROID: ["linux-builder-1", "linux-builder-2", "linux-builder-3"],
  IOS: ["mac-builder-1", "mac-builder-2"],
};

/** Gives each build the worker that has been free for the longest time, so that hardly any does two at once. */
export function createWorkerPool(): {
  take(platform: Platform, build: { finishedAt: Date }): string;
} {
  const freeAt = new Map<string, number>();
  return {
    take(platform, { finishedAt }) {
      const [worker = ""] = WORKERS[platform].toSorted((one, other) => freeSince(one) - freeSince(other));
      freeAt.set(worker, finishedAt.getTime());
      return worker;
    },
  };

  function freeSince(worker: string): number {
    return freeAt.get(worker) ?? 0;
  }
}
