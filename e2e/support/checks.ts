import { openCheck, type Subject } from "../../server/checks/rules/check.ts";
import type { Finding } from "../../server/checks/rules/finding.ts";
import { MANIFEST } from "./archives.ts";

/** A submission about which there is nothing to say. */
export const SUBJECT: Subject = {
  slug: "offline-sync",
  name: "Offline Sync",
  version: "1.0.0",
  changelog: "First version",
  permissionsBefore: null,
  blockReason: null,
  similarItems: [],
  look: null,
};

export type Files = Record<string, string | Uint8Array>;

export interface GivenSubmission extends Partial<Subject> {
  files?: Files;
  manifest?: object;
}

/** What the rules find in a plugin with these files beside its manifest. */
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

/** A file of TypeScript of these lines. */
export const code = (...lines: string[]): Files => ({ "src/a.ts": lines.join("\n") });

// Put together here, so that no scanner takes this file for what it is about.
export const GITHUB_TOKEN = `ghp_${"a1".repeat(18)}`;
