import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { PassThrough, Writable } from "node:stream";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { run } from "@/cli/program.ts";

// Replaced by the bundler in the program.
Object.assign(globalThis, { CLI_VERSION: "0.0.0" });

const WARNING = { code: "ROLLED_BACK", message: "The rollout of 1.0.1 was rolled back. Crashes at start." };
const TOKEN = `x.${Buffer.from(JSON.stringify({ tid: "01900000-0000-7000-8000-00000000a001" })).toString("base64url")}.x`;

const NOT_AGAIN = "Version 1.0.1 can't be installed again.";
const QUEUED = { code: "NO_WORKER_ONLINE", message: "No IOS worker is online." };

/** Answers of a platform on which every change has a warning, and the requests that it got. */
const installation = {
  ...{ type: "system-plugin", slug: "an-item", state: "UNAVAILABLE" },
  ...{ name: "An item", version: "1.0.1", updates: "PATCH", warnings: [WARNING] },
};
const ANSWERS: Record<string, unknown> = {
  "GET /api/installations": { installations: [installation] },
  "GET /api/marketplace/listings/a-listing": { name: "An item", version: "1.0.1", status: "APPROVED" },
  "POST /api/marketplace/listings/a-listing/withdraw": { name: "An item", status: "WITHDRAWN" },
  "POST /api/builds/a-build/retry": { id: "a-retry", number: 2, status: "QUEUED", warnings: [QUEUED] },
};
let requests: string[] = [];
const platform = createServer(({ method, url }, response) => {
  const request = `${method} ${url}`;
  requests.push(request);
  const answer = JSON.stringify(ANSWERS[request] ?? installation);
  response.setHeader("Content-Type", "application/json").end(answer);
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

async function runLine(line: string, { key }: { key?: string } = {}) {
  const isTTY = key !== undefined;
  const [stdout, stderr] = [collect(false), collect(isTTY)];
  const stdin = Object.assign(new PassThrough(), { isTTY, setRawMode: () => stdin });
  const { signal } = new AbortController();
  const { port } = platform.address() as AddressInfo;
  const ended = run(line.split(" "), {
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
    await expect.poll(() => stderr.text()).toContain("?");
    stdin.write(key);
  }
  return { code: await ended, stdout: stdout.text(), stderr: stderr.text() };
}

const NAMED = "system-plugin/an-item@1.0.1";
const install = (line: string, options?: { key: string }) => runLine(`install ${line}`, options);
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

describe.each([
  [
    "uninstall system-plugin/an-item",
    "GET /api/installations",
    "DELETE /api/installations/system-plugin/an-item",
    NOT_AGAIN,
  ],
  [
    "listing withdraw a-listing",
    "GET /api/marketplace/listings/a-listing",
    "POST /api/marketplace/listings/a-listing/withdraw",
    "This version number can't be reused.",
  ],
])("cli %s", (line, looks, changes, warning) => {
  test("changes something after a person's consent", async () => {
    const { code, stderr } = await runLine(line, { key: "y" });
    expect([code, requests]).toEqual([0, [looks, changes]]);
    expect(stderr.split(warning)).toHaveLength(2);
  });

  test("changes nothing without it", async () => {
    const { code, stderr } = await runLine(line, { key: "n" });
    expect([code, requests]).toEqual([130, [looks]]);
    expect(stderr).toContain("Canceled. Nothing was");
  });

  test.each([line, `${line} --yes`])("tells where no one is asked (%s)", async (unasked) => {
    const { code, stderr } = await runLine(unasked);
    expect([code, requests.at(-1)]).toEqual([0, changes]);
    expect(stderr).toContain(warning);
  });
});

test("a build that no worker can take is queued with a warning", async () => {
  expect(await runLine("builds retry a-build")).toMatchObject({
    code: 0,
    stderr: expect.stringContaining(QUEUED.message),
  });
});
