import { execFile, spawn } from "node:child_process";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SHELLS } from "@/cli/completion.ts";
import { FRONT, NEXT } from "./entry-points.ts";
import { sendRequest } from "./send-request.ts";

const run = promisify(execFile);
const PROJECT = dirname(dirname(import.meta.dirname));
/** Nothing listens there: optional packages are left out. */
const NO_REGISTRY = { npm_config_registry: "http://127.0.0.1:9/", npm_config_fetch_retries: "0" };

describe("the programs of the platform", () => {
  let folder: string;
  const bin = (name: string) => join(folder, "node_modules", ".bin", name);
  const cli = (...args: string[]) =>
    run(bin("cli"), args, { cwd: folder, env: { ...process.env, CLI_API_URL: FRONT.origin } });

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "drydock-programs-"));
    const packages = [`${FRONT.origin}/cli.tgz`, `${NEXT.origin}/worker.tgz`];
    const env = { ...process.env, ...NO_REGISTRY, npm_config_cache: join(folder, "cache") };
    await run("npm", ["install", "--no-audit", "--no-fund", "--prefix", folder, ...packages], { env });
  }, 120_000);
  afterAll(() => rm(folder, { recursive: true }));

  it("install with npm alone, in the version of the platform", async () => {
    const health = JSON.parse((await sendRequest(FRONT, "GET /api/health")).text);
    expect((await cli("--version")).stdout.trim()).toBe(health.version);
    const worker = await run(bin("drydock-worker"), ["--help"], { cwd: folder }).catch((error) => error);
    expect(`${worker.stdout}${worker.stderr}`).toContain("--api-url");
  });

  it("include a worker that connects to the platform", async () => {
    const args = ["--api-url", FRONT.origin, "--exec", "true", "--spool", join(folder, "spool")];
    const env = { ...process.env, BUILD_SECRET: "wrong, so that the worker gets no build" };
    const worker = spawn(bin("drydock-worker"), args, { cwd: folder, env });
    const exited = new Promise((resolve) => worker.once("close", resolve));
    let output = "";
    for (const stream of [worker.stdout, worker.stderr])
      stream.on("data", (chunk: Buffer) => {
        output += chunk.toString();
        if (output.includes(": 401")) worker.kill("SIGTERM");
      });
    await exited;
    expect(output).toContain("Waiting for ANDROID and IOS builds");
    expect(output).toContain("/api/builds/claim: 401");
  });

  it("hold no path of the machine that built them, nor do the bundles of the server", async () => {
    const packages = ["drydock-cli", "drydock-worker"].map((name) => join(folder, "node_modules", name));
    const files = [...packages, "dist"].flatMap((directory) =>
      readdirSync(directory, { withFileTypes: true, recursive: true })
        .filter((entry) => entry.isFile() && !entry.name.endsWith(".tgz"))
        .map((entry) => join(entry.parentPath, entry.name)),
    );
    // Bundles of earlier sources stay for a day.
    const newest = new Map<string, string>();
    for (const file of files.toSorted((a, b) => statSync(a).mtimeMs - statSync(b).mtimeMs))
      newest.set(file.replace(/\.[0-9a-f]{16}\.mjs$/, ""), file);
    const bundles = [...newest.values()];
    const names = bundles.map((file) => basename(file).split(".")[0]);
    for (const name of ["cli", "worker", "server-pages-page-process"]) expect(names).toContain(name);
    expect(bundles.filter((file) => readFileSync(file, "utf8").includes(PROJECT))).toEqual([]);
  });

  it("search the marketplace without a token", async () => {
    const { stdout, stderr } = await cli("search", "photo", "--type", "app-plugin");
    expect(stdout).toContain("app-plugin/photo-annotate");
    expect(stderr).toBe("");
    const { items } = JSON.parse((await cli("search", "--json", "--limit", "1", "--sort", "name")).stdout);
    expect(items).toHaveLength(1);
  });

  it("say that esbuild is missing where it could not be installed", async () => {
    await cli("plugin", "create", "harbor-notes", "--type", "app");
    const { stdout } = await cli("plugin", "validate", "harbor-notes", "--json").catch((error) => error);
    expect(JSON.parse(stdout)).toMatchObject({ error: { code: "ESBUILD_MISSING" } });
  });

  it.each(SHELLS)("complete commands and options in %s", async (shell) => {
    const { stdout } = await cli("completion", shell);
    for (const word of ["plugin", "search", "completion", "--api-url"]) expect(stdout).toContain(word);
  });

  it("complete in bash as typed", async () => {
    const script = [
      `source <("${bin("cli")}" completion bash)`,
      `COMP_WORDS=(cli plugin cr); COMP_CWORD=2; _cli_completion; echo "\${COMPREPLY[@]}"`,
      `COMP_WORDS=(cli plugin create x --t); COMP_CWORD=4; _cli_completion; echo "\${COMPREPLY[@]}"`,
    ].join("\n");
    expect((await run("bash", ["-c", script])).stdout).toBe("create\n--type\n");
  });
});
