import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import { ensureCliBundle } from "@/server/process/bundle-cli.ts";
import { type MockApi, startMockApi, TOKEN } from "./mock-api.ts";
import { type CliOptions, type CliResult, type ProgramOptions, runCli, runProgram } from "./run-cli.ts";

export interface CliFixture {
  /** Mock API; a new one for each test. */
  readonly api: MockApi;
  /** Project of a new app plugin. */
  readonly folder: string;
  /** Runs a command line in the folder, in this process and without delays. */
  run: (line: string, options?: CliOptions) => Promise<CliResult>;
  /** Runs a command line as the bundled program. */
  runProgram: (line: string, options?: ProgramOptions) => Promise<CliResult>;
  listRequests: () => string[];
}

/** Fixture of a test file: a plugin project and a mock API. */
export function setUpCli(): CliFixture {
  let folder: string;
  let api: MockApi;
  beforeAll(async () => {
    await ensureCliBundle();
    folder = mkdtempSync(join(tmpdir(), "drydock-cli-"));
    await runCli(["plugin", "create", "offline-notes", "--type", "app"], { cwd: folder });
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  beforeEach(async () => {
    api = await startMockApi();
  });
  afterEach(() => api.close());
  const inFolder = <O extends CliOptions>(options: O): O => ({
    cwd: join(folder, "offline-notes"),
    ...options,
    env: { CLI_API_URL: api.url, CLI_TOKEN: TOKEN, ...options.env },
  });
  return {
    get api() {
      return api;
    },
    get folder() {
      return join(folder, "offline-notes");
    },
    run: (line, options = {}) => runCli(line.split(" "), inFolder(options)),
    runProgram: (line, options = {}) => runProgram(line.split(" "), inFolder(options)),
    listRequests: () => api.requests.map(({ method, path }) => `${method} ${path}`),
  };
}
