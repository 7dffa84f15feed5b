import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { PassThrough, Writable } from "node:stream";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { run } from "@/cli/program.ts";

// Replaced by the bundler in the program.
Object.assign(globalThis, { CLI_VERSION: "0.0.0" });

const WARNING = { code: "ROLLED_BACK", message: "The rollout of 1.0.1 was rolled back. Crashes at start." };
const TOKEN = `x.${Buffer.from(JSON.stringify({ tid: "01900000-0000-7000-8000-00000000a001" })).toString("base64url")}.x`;

/** Platform whose answer to every installation has the warning, and the requests that it got. */
let requests: string[] = [];
const platform = createServer(({ method, url }, response) => {
  requests.push(`${method} ${url}`);
  const installation = { name: "An item", version: "1.0.1", updates: "PATCH", warnings: [WARNING] };
  response.setHeader("Content-Type", "application/json").end(JSON.stringify(installation));
});

beforeEach(() => {
  requests = [];
  return new Promise<void>((resolve) => void platform.listen(0, "127.0.0.1", resolve));
});
afterEach(() => new Promise((resolve) => platform.close(resolve)));

/** Standard error or output as a text, on a terminal or not. */
function collect(isTTY: boolean) {
  let text = "";
  const write = (chunk: Buffer, _encoding: string, done: () => void) => {
    text += chunk.toString();
    done();
  };
  return { stream: Object.assign(new Writable({ write }), { isTTY, columns: 80 }), text: () => text };
}

async function install(line: string, { key }: { key?: string } = {}) {
  const isTTY = key !== undefined;
  const [stdout, stderr] = [collect(false), collect(isTTY)];
  const stdin = Object.assign(new PassThrough(), { isTTY, setRawMode: () => stdin });
  const { signal } = new AbortController();
  const { port } = platform.address() as AddressInfo;
  const ended = run(["install", ...line.split(" ")], {
    stdin,
    stdout: stdout.stream,
    stderr: stderr.stream,
    env: { CLI_API_URL: `http://127.0.0.1:${port}`, CLI_TOKEN: TOKEN },
    cwd: process.cwd(),
    signal,
    outputClosed: signal,
    now: Date.now,
    delay: () => Promise.resolve(),
  });
  if (key !== undefined) {
    await expect.poll(() => stderr.text()).toContain("anyway?");
    stdin.write(key);
  }
  return { code: await ended, stdout: stdout.text(), stderr: stderr.text() };
}

const NAMED = "system-plugin/an-item@1.0.1";
const PUT = "PUT /api/installations/system-plugin/an-item";

describe("a version that was rolled back", () => {
  test("is installed after a person's consent to the warning", async () => {
    const { code, stdout, stderr } = await install(NAMED, { key: "y" });
    expect(code).toBe(0);
    expect(stderr.split(WARNING.message)).toHaveLength(2);
    expect(stdout).toContain("An item 1.0.1 installed");
    expect(requests).toEqual([`${PUT}?dryRun=true`, PUT]);
  });

  test("is not installed without it", async () => {
    const { code, stdout, stderr } = await install(NAMED, { key: "n" });
    expect(code).not.toBe(0);
    expect(stderr).toContain("Canceled. Nothing was installed.");
    expect(stdout).toBe("");
    expect(requests).toEqual([`${PUT}?dryRun=true`]);
  });

  test.each([NAMED, `${NAMED} --yes`])(
    "is installed with a warning where no one is asked (%s)",
    async (line) => {
      const { code, stderr } = await install(line);
      expect(code).toBe(0);
      expect(stderr).toContain(WARNING.message);
      expect(requests).toEqual([PUT]);
    },
  );

  test("is in the JSON document with its warnings", async () => {
    const { stdout } = await install(`${NAMED} --json`);
    expect(JSON.parse(stdout)).toMatchObject({ version: "1.0.1", warnings: [WARNING] });
  });
});
