import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createCertificate, createRoot } from "@/e2e/support/billing/certificate-authority.ts";
import { TEST_AUTHORITY } from "@/e2e/support/receivers/certificates.ts";
import { type ForwardProxy, startForwardProxy, startTlsFront } from "@/e2e/support/receivers/proxy.ts";
import { closedPort } from "@/e2e/support/receivers/receiver.ts";
import { BUILD } from "./cli/mock-api.ts";
import { setUpCli } from "./cli/set-up-cli.ts";
import { projectRoot } from "./program.ts";

/** Name of the certificate; only the proxy knows where it leads. */
const SECURE = "https://secure.test";
const PLAIN = "http://drydock.example";

const cli = setUpCli();
let directory: string;
let authority: string;
let closes: (() => Promise<unknown>)[] = [];

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), "drydock-proxy-"));
  authority = join(directory, "authority.pem");
  writeFileSync(authority, TEST_AUTHORITY);
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));
afterEach(async () => {
  await Promise.all(closes.map((close) => close()));
  closes = [];
});

const closeLater = <T extends { close: () => Promise<unknown> }>(started: T): T => {
  closes.push(started.close);
  return started;
};

/** Proxy whose hosts all lead to a port, over TLS for https. */
async function startProxyTo(port: number, url: string, credentials?: string): Promise<ForwardProxy> {
  const target = url === SECURE ? closeLater(await startTlsFront(port)).port : port;
  return closeLater(await startForwardProxy(target, credentials ? { credentials } : {}));
}

const environmentOf = (url: string, { port }: { port: number }, credentials = "") => ({
  [url === SECURE ? "https_proxy" : "HTTP_PROXY"]: `http://${credentials}127.0.0.1:${port}`,
  NODE_EXTRA_CA_CERTS: authority,
});

describe("the CLI", () => {
  const start = (url: string, credentials?: string) =>
    startProxyTo(Number(new URL(cli.api.url).port), url, credentials);

  test.each([
    [PLAIN, /^PUT http:\/\/drydock\.example\/api\/marketplace\/archives\//],
    [SECURE, /^CONNECT secure\.test:443$/],
  ])("publishes and follows a build at %s", async (url, line) => {
    const proxy = await start(url, "ada:p@ss");
    const env = { CLI_API_URL: url, ...environmentOf(url, proxy, "ada:p%40ss@") };
    const published = await cli.runProgram("plugin publish", { env });
    expect(published).toMatchObject({ code: 0 });
    expect(cli.api.published.size).toBe(1);
    expect(proxy.received).toContainEqual(expect.stringMatching(line));
    expect(await cli.runProgram(`builds logs ${BUILD}`, { env })).toMatchObject({ code: 0 });
    expect(await cli.runProgram("whoami", { env })).toMatchObject({ code: 0 });
  });

  test.each([
    ["localhost", PLAIN],
    ["localhost", SECURE],
    ["127.0.0.1", PLAIN],
    ["127.0.0.1", SECURE],
  ])("reaches a proxy at https://%s by the proxy's own certificate, for %s", async (host, url) => {
    const root = createRoot("Proxy authority");
    const { pem, key } = createCertificate("proxy", root, { hosts: [host] });
    const keyPem = key.export({ type: "pkcs8", format: "pem" }).toString();
    const proxy = await start(url);
    const front = closeLater(await startTlsFront(proxy.port, { cert: pem, key: keyPem }));
    const authorities = join(directory, "proxy-authorities.pem");
    writeFileSync(authorities, `${TEST_AUTHORITY}\n${root.pem}`);
    const env = {
      CLI_API_URL: url,
      [url === SECURE ? "https_proxy" : "HTTP_PROXY"]: `https://${host}:${front.port}`,
      NODE_EXTRA_CA_CERTS: authorities,
    };
    expect(await cli.runProgram("whoami", { env })).toMatchObject({ code: 0 });
    expect(proxy.received).toHaveLength(1);
  });

  test.each([PLAIN, SECURE])("says which proxy refuses it at %s", async (url) => {
    const proxy = await start(url, "ada:right");
    const env = { CLI_API_URL: url, ...environmentOf(url, proxy, "ada:wrong@") };
    const { code, stderr } = await cli.run("whoami", { env });
    expect(code).toBe(1);
    expect(stderr).toContain(`http://127.0.0.1:${proxy.port}`);
    expect(stderr).toMatch(/407|user name and password/);
    expect(stderr).not.toContain("wrong");
  });

  test.each([PLAIN, SECURE])("says that a proxy is away at %s", async (url) => {
    const port = await closedPort();
    const env = { CLI_API_URL: url, ...environmentOf(url, { port }, "ada:hush@") };
    const { code, stderr } = await cli.run("whoami", { env });
    expect(code).toBe(1);
    expect(stderr).toContain(`${url} cannot be reached through the proxy http://127.0.0.1:${port}`);
    expect(stderr).not.toContain("hush");
  });

  test("says that no proxy was used for a host in NO_PROXY", async () => {
    const proxy = await start(PLAIN);
    const env = environmentOf(PLAIN, proxy);
    expect(await cli.run("whoami", { env: { ...env, NO_PROXY: "127.0.0.1" } })).toMatchObject({ code: 0 });
    const away = { ...env, NO_PROXY: "127.0.0.1", CLI_API_URL: `http://127.0.0.1:${await closedPort()}` };
    expect((await cli.run("whoami", { env: away })).stderr).toContain("cannot be reached without a proxy");
    expect(proxy.received).toEqual([]);
  });

  test("takes an invalid proxy as wrong usage", async () => {
    const result = await cli.run("whoami", { env: { HTTP_PROXY: "socks5://ada:hush@127.0.0.1" } });
    expect(result).toMatchObject({ code: 2 });
    expect(result.stderr).toContain("HTTP_PROXY must be an http or https URL");
  });
});

describe("the worker", () => {
  const ARTIFACT_BYTES = 64 * 1_048_576;
  const JOB = {
    buildId: BUILD,
    appId: "a",
    platform: "ANDROID",
    version: "1.0.0",
    gitRef: null,
    variables: [],
  };
  let server: Server;
  let uploadedBytes: number;
  let report: () => Promise<string>;

  beforeEach(async () => {
    uploadedBytes = 0;
    let isClaimed = false;
    let resolveReport: (status: string) => void;
    const reported = new Promise<string>((resolve) => {
      resolveReport = resolve;
    });
    report = () => reported;
    server = createServer(async (request, response) => {
      const { url = "" } = request;
      const body = await readBody(request, url.includes("/artifact"));
      if (url.includes("/artifact")) uploadedBytes = body.length;
      const json = url.includes("/artifact") ? {} : JSON.parse(body.text || "{}");
      if (url.endsWith("/status") && json.status !== "IN_PROGRESS") resolveReport(json.status);
      const answer = url.endsWith("/claim") ? (isClaimed ? null : JOB) : answerTo(url, json);
      if (url.endsWith("/claim")) isClaimed = true;
      response.writeHead(answer ? 200 : 204, { "content-type": "application/json" });
      response.end(answer ? JSON.stringify(answer) : undefined);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    closeLater({
      close: async () => {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
      },
    });
  });

  test.each([PLAIN, SECURE])("builds and uploads an artifact at %s", async (url) => {
    const proxy = await startProxyTo((server.address() as AddressInfo).port, url, "ada:p@ss");
    const worker = startWorker(url, environmentOf(url, proxy, "ada:p%40ss@"));
    expect(await report()).toBe("COMPLETED");
    expect(uploadedBytes).toBe(ARTIFACT_BYTES);
    expect(await worker.stop()).toContain(`through the proxy http://127.0.0.1:${proxy.port}`);
    expect(proxy.received.length).toBeGreaterThan(0);
  });

  test("says which proxy is away, without its password", async () => {
    const port = await closedPort();
    const worker = startWorker(PLAIN, environmentOf(PLAIN, { port }, "ada:hush@"));
    const line = `ECONNREFUSED through the proxy http://127.0.0.1:${port}`;
    await worker.waitFor(line);
    expect(await worker.stop()).not.toContain("hush");
  });

  function startWorker(url: string, env: Record<string, string>) {
    const spool = mkdtempSync(join(directory, "spool-"));
    const command = `truncate -s ${ARTIFACT_BYTES} "$ARTIFACT"`;
    const options = ["--api-url", url, "--id", "proxied", "--spool", spool, "--exec", command];
    const { PATH = "", HOME = "" } = process.env;
    const child = spawn(process.execPath, [join(projectRoot, "dist", "worker.mjs"), ...options], {
      env: { NODE_ENV: "production", PATH, HOME, BUILD_SECRET: "s", ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let text = "";
    const listeners = new Set<() => void>();
    const collect = (chunk: Buffer) => {
      text += chunk;
      for (const listener of listeners) listener();
    };
    child.stdout.on("data", collect);
    child.stderr.on("data", collect);
    const closed = new Promise<void>((resolve) => child.once("close", () => resolve()));
    const stop = async (): Promise<string> => {
      child.kill("SIGTERM");
      await closed;
      return text;
    };
    closeLater({ close: stop });
    const waitFor = (part: string) =>
      new Promise<void>((resolve) => {
        const check = () => text.includes(part) && resolve();
        listeners.add(check);
        check();
      });
    return { stop, waitFor };
  }
});

const answerTo = (url: string, { status, offset, text = "" }: Record<string, string>): object =>
  url.endsWith("/log")
    ? { sizeBytes: String(Number(offset) + Buffer.byteLength(text)), truncated: false }
    : { status, artifactPath: "artifacts/app.aab", leaseUntil: new Date(Date.now() + 60_000).toISOString() };

async function readBody(request: IncomingMessage, isUpload: boolean) {
  let length = 0;
  let text = "";
  for await (const chunk of request) {
    length += chunk.length;
    if (!isUpload) text += chunk;
  }
  return { length, text };
}
