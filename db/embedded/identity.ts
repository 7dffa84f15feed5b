import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";

/** Identity to run PostgreSQL as, which refuses to run as root. */
export interface Identity {
  name: string;
  /** Words in front of the command. */
  prefix: string[];
  spawnAs: { uid?: number; gid?: number };
  /** Owner of the cluster's files; null leaves them alone. */
  owner: { uid: number; gid: number } | null;
}

/** The identities to try, best first. An ordinary user has only its own. */
export function listIdentities(): Identity[] {
  return process.getuid?.() === 0 ? [asNobody, asNobodyPassingDirectories, asMappedRoot] : [asSelf];
}

/** The first identity that can run `postgres` and enter `directory`, or null. */
export async function chooseIdentity(
  postgres: string,
  directory: string,
  identities: Identity[] = listIdentities(),
): Promise<Identity | null> {
  for (const identity of identities) {
    const probe = ["-c", '"$0" --version && cd "$1"', postgres, directory];
    if ((await run(identity, "/bin/sh", probe)).ok) return identity;
  }
  return null;
}

/** Why `postgres` fails for the caller itself; null when it runs. */
export async function explainFailure(postgres: string): Promise<string | null> {
  const { ok, output } = await run(asSelf, postgres, ["--version"]);
  return ok ? null : output.trim();
}

/** Spawns with a bare environment and out of the terminal's process group, so that Ctrl-C does not reach it. */
export function spawnAs(
  identity: Identity,
  command: string,
  args: string[],
  stdio: SpawnOptions["stdio"],
): ChildProcess {
  const [program = command, ...rest] = [...identity.prefix, command, ...args];
  return spawn(program, rest, { ...identity.spawnAs, cwd: "/", detached: true, env: bareEnvironment, stdio });
}

/** Runs a command to its end. */
export function run(
  identity: Identity,
  command: string,
  args: string[],
): Promise<{ ok: boolean; output: string }> {
  return new Promise((resolve) => {
    const child = spawnAs(identity, command, args, ["ignore", "pipe", "pipe"]);
    let output = "";
    const collect = (chunk: Buffer) => {
      output += chunk.toString();
    };
    child.stdout?.on("data", collect);
    child.stderr?.on("data", collect);
    child.once("error", (error) => resolve({ ok: false, output: error.message }));
    child.once("close", (code) => resolve({ ok: code === 0, output }));
  });
}

// NODE_ENV means nothing to PostgreSQL; Next's types demand it of every environment.
const bareEnvironment = {
  PATH: "/usr/sbin:/usr/bin:/sbin:/bin",
  LC_ALL: "C",
  TZ: "UTC",
  NODE_ENV: "production",
} as const;

// A uid without an entry in the user database makes initdb fail, so it must be the real `nobody`.
const nobody = process.platform === "darwin" ? 4_294_967_294 : 65_534;

const asSelf: Identity = { name: "self", prefix: [], spawnAs: {}, owner: null };

const asNobody: Identity = {
  name: "nobody",
  prefix: [],
  // spawn takes a signed 32-bit id, chown an unsigned one.
  spawnAs: { uid: nobody | 0, gid: nobody | 0 },
  owner: { uid: nobody, gid: nobody },
};

/** For a project below a directory that only its owner may enter. */
const asNobodyPassingDirectories: Identity = {
  name: "nobody with dac_override",
  prefix: [
    "setpriv",
    `--reuid=${nobody}`,
    `--regid=${nobody}`,
    "--clear-groups",
    "--securebits=+no_setuid_fixup",
    "--inh-caps=+dac_override",
    "--ambient-caps=+dac_override",
  ],
  spawnAs: {},
  owner: { uid: nobody, gid: nobody },
};

/** Root outside, `nobody` inside its own user namespace: the files stay root's. */
const asMappedRoot: Identity = {
  name: "root in a user namespace",
  prefix: ["unshare", "--user", `--map-user=${nobody}`, `--map-group=${nobody}`],
  spawnAs: {},
  owner: { uid: 0, gid: 0 },
};
