import { join } from "node:path";
import { projectRoot } from "./build.ts";

/** What runs bundled programs: with a program's path as its first argument. */
export const RUNNER = join(projectRoot, "server", "run.mjs");
