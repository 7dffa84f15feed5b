import { appendFileSync, mkdtempSync, rmSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { runAgent } from "./agent.ts";
import { createApiClient } from "./api.ts";
import { openBuildLog } from "./build-log.ts";
import { openCheckpoint } from "./checkpoint.ts";
import { parseSettings } from "./settings.ts";

const JOB = { buildId: "b-1", appId: "a-1", platform: "ANDROID", version: "1.0.0", gitRef: "main" };
const STORED = { status: 201, body: { artifactPath: "artifacts/app.aab", sizeBytes: "4" } };

interface Report {
  status: string;
  errorLog?: string;
  artifactPath?: string;
}
interface Answer {
  status: number;
  body: object;
}
/** Answer to an upload of the artifact; null resets the connection. */
type OnUpload = (artifactPath: string) => Answer | null;

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "drydock-worker-"));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

/** Runs a worker for one build against an HTTP server on loopback. @returns the last report and the uploaded log */
async function build(
  command: string,
  {
    args = [],
    job = {},
    onUpload = () => STORED,
  }: { args?: string[]; job?: object; onUpload?: OnUpload } = {},
): Promise<Report & { log: string }> {
  const reports: Report[] = [];
  const draining = new AbortController();
  let log = "";
  const answer = (path: string, body: Record<string, string>): Answer | null => {
    if (path.endsWith("/claim")) {
      draining.abort();
      return { status: 200, body: { ...JOB, ...job } };
    }
    if (path.includes("/artifact")) return onUpload(join(directory, "work", JOB.buildId, "out", "app.aab"));
    if (path.endsWith("/log")) {
      log += body["text"] ?? "";
      return { status: 200, body: { sizeBytes: String(Buffer.byteLength(log)), truncated: false } };
    }
    if (path.endsWith("/status")) reports.push(body as unknown as Report);
    return {
      status: 200,
      body: { status: body["status"], leaseUntil: new Date(Date.now() + 60_000).toISOString() },
    };
  };
  const server = createServer(async (request, response) => {
    const body = await readBody(request);
    const isJson = request.headers["content-type"] === "application/json";
    const answered = answer(request.url ?? "", isJson ? JSON.parse(body) : {});
    if (!answered) return void request.socket.destroy();
    response.writeHead(answered.status, { "content-type": "application/json" });
    response.end(JSON.stringify(answered.body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const options = ["--api-url", url, "--secret", "s", "--id", "one", "--exec", command, ...args];
  try {
    await runAgent({
      settings: parseSettings(["node", "worker", ...options]),
      api: createApiClient({ apiUrl: url, secret: "s", proxy: null, log: () => undefined }),
      checkpoint: openCheckpoint(directory),
      terminal: { log: () => undefined, showProgress: () => undefined },
      stopping: new AbortController().signal,
      draining: draining.signal,
    });
  } finally {
    server.closeAllConnections();
    server.close();
  }
  return { ...(reports.at(-1) ?? { status: "none" }), log };
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

describe("a command that ends with 0", () => {
  it.each([
    ["no artifact", "true", "The command left no file at $ARTIFACT"],
    ["an empty file", ': > "$ARTIFACT"', "The command left an empty file at $ARTIFACT"],
    [
      "a folder",
      'mkdir -p "$ARTIFACT/Payload"',
      "The command left a directory instead of a file at $ARTIFACT",
    ],
    ["a broken link", 'ln -s gone "$ARTIFACT"', "The command left a broken link at $ARTIFACT"],
    ["a link to itself", 'ln -s app.aab "$ARTIFACT"', "The command left no readable file (ELOOP)"],
    ["a link to a device", 'ln -s /dev/null "$ARTIFACT"', "The command left a device, pipe or socket"],
    ["a pipe", 'mkfifo "$ARTIFACT"', "The command left a device, pipe or socket"],
    [
      "no artifact after a killed child",
      "{ sh -c 'kill -9 $$'; } 2>/dev/null; true",
      "The command left no file at $ARTIFACT",
    ],
    [
      "an empty checksum",
      'sha256sum gone-* > "$ARTIFACT" 2>/dev/null; true',
      "The command left an empty file",
    ],
    ["no folder for it", 'rm -r "$(dirname "$ARTIFACT")"', "The command left no file at $ARTIFACT"],
    ["a file above 4 GiB", 'truncate -s 4294967297 "$ARTIFACT"', "The command left a file over 4 GiB"],
  ])("has failed when it leaves %s", async (_, command, reason) => {
    const { status, errorLog, log } = await build(`echo BUILD SUCCESSFUL; ${command}`);
    expect(status).toBe("FAILED");
    expect(errorLog).toContain("BUILD SUCCESSFUL\n\nThe command exited with code 0");
    expect(errorLog).toContain(reason);
    expect(errorLog).toMatch(/Start the worker with --no-artifact to allow builds without an artifact\.$/);
    expect(log).toContain(reason);
  });

  it.each([
    ["a file", 'echo abc > "$ARTIFACT"'],
    ["a link to a file", 'echo abc > made; ln -s "$PWD/made" "$ARTIFACT"'],
  ])("is complete when it leaves %s", async (_, command) => {
    expect(await build(command)).toMatchObject({
      status: "COMPLETED",
      artifactPath: "artifacts/app.aab",
    });
  });

  it.each(["true", 'mkdir "$ARTIFACT"', ': > "$ARTIFACT"'])(
    "needs none of a worker with --no-artifact: %s",
    async (command) => {
      const { status, artifactPath } = await build(command, { args: ["--no-artifact"] });
      expect([status, artifactPath]).toEqual(["COMPLETED", undefined]);
    },
  );
});

describe("an artifact", () => {
  const command = 'echo compiled; echo abc > "$ARTIFACT"';

  it("that is refused is reported with all reasons, after what was printed", async () => {
    const errors = [
      { path: "fileName", message: "must not contain slashes" },
      { path: "", message: "the artifact is empty" },
    ];
    const body = { detail: "One or more fields are invalid. See errors.", errors };
    const { status, errorLog, log } = await build(command, { onUpload: () => ({ status: 422, body }) });
    expect(status).toBe("FAILED");
    expect(errorLog).toMatch(
      /compiled\n[\s\S]*The artifact was rejected: One or more fields are invalid\. See errors\.\n {2}fileName: must not contain slashes\n {2}the artifact is empty$/,
    );
    expect(log).toContain("fileName: must not contain slashes");
  });

  it.each([
    ["grows while it is uploaded", (path: string) => appendFileSync(path, "more"), STORED],
    ["is gone before it is uploaded again", (path: string) => rmSync(path), null],
  ])("that %s is reported, and not tried for ever", async (_, change, answer) => {
    const onUpload = (path: string) => {
      change(path);
      return answer;
    };
    const { status, errorLog } = await build(command, { onUpload });
    expect(status).toBe("FAILED");
    expect(errorLog).toContain("it changed after the command exited");
  });
});

describe("the error log", () => {
  it.each([
    ["one endless line", "head -c 300000 /dev/zero | tr '\\0' x; printf THE-END", /^x{90000,}THE-END$/m],
    [
      "carriage returns only",
      "awk 'BEGIN { for (i = 0; i < 40000; i++) printf \"\\rstep %d\", i }'",
      /^step \d+\rstep [\s\S]*step 39999\n/,
    ],
    ["bytes that are no UTF-8", "printf 'caf\\351 \\377\\nlast'", /caf\uFFFD \uFFFD\nlast/],
    ["characters of several bytes", `yes '🚢🚢🚢' | tr -d '\\n' | head -c 200000`, /^🚢+\uFFFD?\n/u],
    ["NUL and escapes", "printf 'a\\000b\\033[31mred'", "a\0b\u001b[31mred"],
    ["many lines", "yes line | head -n 60000", /^line\nline\n/],
  ])("keeps the end of %s", async (_, command, expected) => {
    const { status, errorLog = "" } = await build(`${command}; exit 3`);
    expect(status).toBe("FAILED");
    // Compared as booleans: a failure must not print a hundred thousand characters.
    expect(typeof expected === "string" ? errorLog.includes(expected) : expected.test(errorLog)).toBe(true);
    expect(errorLog.slice(-100)).toMatch(/The command exited with code 3 after [\d.]+ s\.$/);
    expect(Buffer.byteLength(errorLog)).toBeLessThanOrEqual(98_304);
  });

  it("keeps the end when the log itself takes no more", () => {
    const log = openBuildLog(join(directory, "log.txt"));
    for (let count = 0; count < 33; count++) log.write(`${"x".repeat(1_048_575)}\n`);
    log.write("error: at the very end\n");
    expect(log.getSize()).toBeLessThan(33 * 1_048_576);
    expect(log.readEnd()).toMatch(/\nerror: at the very end$/);
    log.close();
  });

  it.each([
    ["kill -9 $$", "was killed by SIGKILL (killed manually or out of memory)"],
    ["sh -c 'kill -9 $$'", "exited with code 137 after"],
    ["sh -c 'kill -SEGV $$'", "a program was killed by SIGSEGV"],
    ["no-such-program", "command not found"],
    ["./app", "command not found"],
    ["touch app; ./app", "not executable"],
  ])("says why `%s` failed", async (command, reason) => {
    expect((await build(command)).errorLog).toContain(reason);
  });

  it("says that the time was up", async () => {
    const { errorLog } = await build("echo begun; sleep 600", { args: ["--timeout", "1s"] });
    expect(errorLog).toMatch(/begun\n\nThe command was stopped after the timeout of 1s\.$/);
  });

  it("says that the command could not be started, and the worker lives on", async () => {
    const { status, errorLog } = await build("true", { job: { gitRef: "x".repeat(3_000_000) } });
    expect(status).toBe("FAILED");
    expect(errorLog).toContain("The command could not be started: spawn E2BIG");
  });
});
