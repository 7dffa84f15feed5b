import { spawn } from "node:child_process";

/** Checks that do not depend on each other, in parallel; each prints its result when it ends. */
const CHECKS = [
  "check:format",
  "check:types",
  "check:imports",
  "check:dead",
  "check:docs",
  "check:lock",
  "check:regex",
  "check:writes",
];

const outcomes = await Promise.all(CHECKS.map(run));
process.exitCode = outcomes.every(Boolean) ? 0 : 1;

function run(script: string): Promise<boolean> {
  const startedAt = performance.now();
  return new Promise((resolve, reject) => {
    const child = spawn("npm", ["run", "--silent", script], { stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => {
        output += text;
      });
    }
    child.once("error", reject).once("close", (code) => {
      const seconds = ((performance.now() - startedAt) / 1_000).toFixed(0);
      process.stdout.write(`${script}: ${code === 0 ? "ok" : "failed"} after ${seconds} s\n${output}`);
      resolve(code === 0);
    });
  });
}
