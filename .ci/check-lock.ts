import { readFileSync } from "node:fs";
import { findLockProblems } from "./lock-file.ts";

/** Lock file: every package has an integrity hash, and none an address. */
const problems = findLockProblems(readFileSync("package-lock.json", "utf8"));
for (const problem of problems) process.stdout.write(`package-lock.json: ${problem}\n`);
process.exitCode = problems.length > 0 ? 1 : 0;
