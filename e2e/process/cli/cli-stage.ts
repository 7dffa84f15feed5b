import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import { ensureCliBundle } from "../../../server/process/bundle-cli.ts";
import { type ProgramOptions, type Ran, type RunOptions, runCli, runProgram } from "./run-cli.ts";
import { type StandInApi, startStandInApi, TOKEN } from "./stand-in-api.ts";

export interface CliStage {
  /** The platform that the program talks to; a new one for each test. */
  readonly api: StandInApi;
  /** That of a new app plugin. */
  readonly folder: string;
  /** Runs a command line in that folder, in this process and without its pauses. */
  run: (line: string, options?: RunOptions) => Promise<Ran>;
  /** Runs it as the bundled program. */
  runProgram: (line: string, options?: ProgramOptions) => Promise<Ran>;
  pathsSeen: () => string[];
}

/** A new plugin's folder and a platform for the command line of a test file. */
export function setUpCliStage(): CliStage {
  let folder: string;
  let api: StandInApi;
  beforeAll(async () => {
    await ensureCliBundle();
    folder = mkdtempSync(join(tmpdir(), "drydock-cli-"));
    await runCli(["plugin", "create", "offline-notes", "--type", "app"], { cwd: folder });
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  beforeEach(async () => {
    api = await startStandInApi();
  });
  afterEach(() => api.close());
  const inFolder = <O extends RunOptions>(options: O): O => ({
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
    pathsSeen: () => api.seen.map(({ method, path }) => `${method} ${path}`),
  };
}
