import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { demo, quickStartCommands } from "@/app/(site)/docs/_content/quick-start.ts";
import { type Launched, launch, waitUntilRunning } from "./launcher-fixture.ts";
import { makeTempDirectory } from "./postgres-fixture.ts";
import { projectRoot, startProgram } from "./program.ts";

let directory: ReturnType<typeof makeTempDirectory>;
let product: Launched;

beforeAll(async () => {
  expect(await startProgram("server/start.ts", ["--build-only"]).exited).toBe(0);
}, 300_000);

// For each try anew: what the commands publish and report can be done once.
beforeEach(async () => {
  directory = makeTempDirectory();
  product = await launch(join(directory.path, "data"));
  await waitUntilRunning(product);
});

afterEach(async () => {
  process.kill(product.pid, "SIGTERM");
  await product.exited;
  directory.remove();
});

/** One shell runs all of the commands, as a reader's would; each one's output ends at a mark. */
async function runInOneShell(lines: Record<string, string>): Promise<Record<string, string>> {
  const script = Object.entries(lines).map(([name, line]) => `${line}\nprintf '\\n@@%s@@\\n' ${name}`);
  const { stdout } = await promisify(execFile)("bash", ["-euc", script.join("\n")], {
    cwd: projectRoot,
    env: { ...process.env, DATA_DIR: join(directory.path, "data") },
  });
  const outputs: Record<string, string> = {};
  let rest = stdout;
  for (const name of Object.keys(lines)) {
    const [output = "", after = ""] = rest.split(`\n@@${name}@@\n`);
    outputs[name] = output;
    rest = after;
  }
  return outputs;
}

test("each command of the quick start works as documented", async () => {
  const { start, keepId, ...afterStart } = quickStartCommands(product.origin);
  expect(start).toBe("npm ci && npm start");
  expect(keepId).toMatch(/^export LISTING_ID=</);
  const { token, me, publish, ...others } = afterStart;
  const steps: Record<string, string> = {
    token: `${token}; test -n "$CLI_TOKEN"`,
    me,
    publish: `answer=$(${publish}); echo "$answer"`,
    keepId: 'export LISTING_ID=$(node -p "JSON.parse(process.argv[1]).id" "$answer")',
    ...others,
  };

  const outputs = await runInOneShell(steps);
  const json = (name: string): unknown => JSON.parse(outputs[name] ?? "");
  expect(json("me")).toMatchObject({ user: { email: "dev@acme.test" }, tenant: { slug: "acme" } });
  expect(json("publish")).toMatchObject({ slug: "offline-sync", status: "PENDING_APPROVAL" });
  expect(json("listing")).toMatchObject({ version: "1.0.0", review: { position: expect.any(Number) } });
  expect(json("report")).toEqual({ buildId: demo.runningBuild, status: "COMPLETED", applied: true });
  const [head = "", body = ""] = (outputs["poll"] ?? "").split("\r\n\r\n");
  expect(head).toMatch(/^HTTP\/1\.1 200/);
  expect(head).toMatch(/^x-poll-interval: \d+/im);
  expect(JSON.parse(body).builds).toHaveLength(3);
});
