import { openCheck, type Subject } from "@/shared/plugin/checks/check.ts";
import type { Finding } from "@/shared/plugin/checks/finding.ts";
import { MANIFEST } from "./archives.ts";

/** Submission without findings. */
export const SUBJECT: Subject = {
  slug: "offline-sync",
  name: "Offline Sync",
  version: "1.0.0",
  changelog: "First version",
  permissionsBefore: null,
  blockReason: null,
  similarItems: [],
  unformatted: [],
  look: null,
};

export type Files = Record<string, string | Uint8Array>;

export interface GivenSubmission extends Partial<Subject> {
  files?: Files;
  manifest?: object;
}

/** Findings of all rules for a plugin with these files and its manifest. */
export function findingsIn({ files = {}, manifest = {}, ...subject }: GivenSubmission): Finding[] {
  const check = openCheck({ ...SUBJECT, ...subject });
  const all = { "plugin.json": JSON.stringify({ ...MANIFEST, ...manifest }, null, 2), ...files };
  for (const [path, content] of Object.entries(all)) {
    const bytes = Buffer.from(content);
    const file = check.openFile(path, bytes.byteLength);
    file.write(bytes);
    file.end();
  }
  return check.end().findings;
}

/** TypeScript file of these lines. */
export const code = (...lines: string[]): Files => ({ "src/a.ts": lines.join("\n") });

// Built at run time, so that secret scanners do not report this file.
export const GITHUB_TOKEN = `ghp_${"a1".repeat(18)}`;
