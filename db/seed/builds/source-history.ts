import type { DemoApp } from "../apps.ts";
import type { Random } from "../random.ts";

/** What a build is made from. */
export interface Source {
  version: string;
  gitRef: string;
}

/** Walks each app through its releases: now and then a build is the first of a new version. */
export function createSourceHistory(random: Random): { advance(app: DemoApp): Source } {
  const versions = new Map<string, DemoApp["firstVersion"]>();
  return {
    advance(app) {
      const current = versions.get(app.id) ?? app.firstVersion;
      const next = nextVersion(random, current);
      versions.set(app.id, next);
      const version = next.join(".");
      return { version, gitRef: next === current ? pickBranch(random, next) : `v${version}` };
    },
  };
}

function nextVersion(random: Random, current: DemoApp["firstVersion"]): DemoApp["firstVersion"] {
  const [major, minor, patch] = current;
  const draw = random.unit();
  if (draw < 0.004) return [major + 1, 0, 0];
  if (draw < 0.05) return [major, minor + 1, 0];
  return draw < 0.2 ? [major, minor, patch + 1] : current;
}

function pickBranch(random: Random, [major, minor]: DemoApp["firstVersion"]): string {
  const draw = random.unit();
  if (draw < 0.5) return "main";
  if (draw < 0.7) return `release/${major}.${minor}`;
  return draw < 0.85 ? random.hex(40) : random.pick(BRANCHES);
}

const BRANCHES = [
  "feature/offline-drafts",
  "feature/dark-mode",
  "feature/photo-markup",
  "fix/login-loop",
  "fix/crash-on-rotate",
  "fix/slow-first-sync",
  "chore/upgrade-sdk",
  "chore/trim-assets",
];
