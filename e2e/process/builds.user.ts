import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ensureBuild } from "@/server/process/build.ts";

/** User of a build: makes or reuses the one of a directory's sources, prints its directory and runs until killed. */
const [root = ""] = process.argv.slice(2);
const { directory } = await ensureBuild({ root, log: () => {}, compile: writeBuild });
process.stdout.write(`uses ${directory}\n`);
setInterval(() => {}, 1_000);

/** The file of `next build` by which a build counts as finished, without the minute that it takes. */
async function writeBuild(_root: string, directory: string): Promise<void> {
  mkdirSync(join(root, directory), { recursive: true });
  writeFileSync(join(root, directory, "BUILD_ID"), "id");
}
