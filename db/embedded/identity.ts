import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";

/** OS identity that runs PostgreSQL, which does not run as root. */
export interface Identity {
  name: string;
  /** Command prefix, such as `setpriv` with its options. */
  prefix: string[];
  spawnAs: { uid?: number; gid?: number };
  /** Owner of the cluster's files; null keeps the present owner. */
  owner: { uid: number; gid: number } | null;
}

/** Candidate identities, best first: three for root, two otherwise. */
export function listIdentities(): Identity[] {
  return process.getuid?.() === 0
    ? [asNobody, asNobodyPassingDirectories, asMappedRoot]
    : [asSelf, asMappedSelf];
}

/** First identity that can run `postgres` and enter `directory`, and that has a name, without which initdb fails; or null. */
export async function chooseIdentity(
  postgres: string,
  directory: string,
  identities: Identity[] = listIdentities(),
): Promise<Identity | null> {
  for (const identity of identities) {
    const probe = ["-c", '"$0" --version && cd "$1" && id -un', postgres, directory];
    if ((await run(identity, "/bin/sh", probe)).ok) return identity;
  }
  return null;
}

/** Error output of `postgres --version` as the present user; null when it succeeds. */
export async function explainFailure(postgres: string): Promise<string | null> {
  const { ok, output } = await run(asSelf, postgres, ["--version"]);
  return ok ? null : output.trim();
}

/** Spawns with a minimal environment and in its own process group, so that Ctrl-C does not reach it. */
export function spawnAs(
  identity: Identity,
  command: string,
  args: string[],
  stdio: SpawnOptions["stdio"],
): ChildProcess {
  const [program = command, ...rest] = [...identity.prefix, command, ...args];
  return spawn(program, rest, {
    ...identity.spawnAs,
    cwd: "/",
    detached: true,
    env: minimalEnvironment,
    stdio,
  });
}

/** Runs a command and collects its output. */
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

// PostgreSQL ignores NODE_ENV; Next's types require it in every environment.
const minimalEnvironment = {
  PATH: "/usr/sbin:/usr/bin:/sbin:/bin",
  LC_ALL: "C",
  TZ: "UTC",
  NODE_ENV: "production",
} as const;

// User id of `nobody`: initdb fails for an id without an entry in the user database.
const nobody = process.platform === "darwin" ? 4_294_967_294 : 65_534;

const asSelf: Identity = { name: "self", prefix: [], spawnAs: {}, owner: null };

const asNobody: Identity = {
  name: "nobody",
  prefix: [],
  // spawn takes a signed 32-bit id, chown an unsigned one.
  spawnAs: { uid: nobody | 0, gid: nobody | 0 },
  owner: { uid: nobody, gid: nobody },
};

/** Identity with the capability to enter directories of other users, for a project below a private directory. */
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

/** Identity `nobody` that is root outside its user namespace. The files stay owned by root. */
const asMappedRoot: Identity = {
  name: "root in a user namespace",
  prefix: ["unshare", "--user", `--map-user=${nobody}`, `--map-group=${nobody}`],
  spawnAs: {},
  owner: { uid: 0, gid: 0 },
};

/** Identity of a user without an entry in the user database, as in a container: `nobody` in a user namespace. */
const asMappedSelf: Identity = { ...asMappedRoot, name: "self in a user namespace", owner: null };
