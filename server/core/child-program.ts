import { type ChildProcess, fork } from "node:child_process";
import { processSingleton } from "@/db/client.ts";
import { withTimeout } from "./timeouts.ts";

/**
 * Program that answers calls in a child process (`answer-calls.mjs`), which may hang or crash without harm to this one and
 * returns its memory when it ends. It starts at the first call, without the environment, which contains secrets.
 */
export interface ChildProgram {
  /** Key of its process, which Next's bundle shares. */
  name: string;
  /** Path of the module. */
  module: string;
  args?: string[];
  /** Options of Node, such as its memory limit. */
  execArgv?: string[];
  /** Time after which the process counts as hung and is replaced. */
  timeoutMs: number;
  /** Creates the error of a hung or crashed process in the caller's bundle, because Next's bundle has its own `AppError` class. */
  createError: () => Error;
}

type Answer = { id: number; result: unknown } | { id: number; error: string };

interface Calls {
  child: ChildProcess | null;
  lastId: number;
  pending: Map<number, { resolve: (result: unknown) => void; reject: (error: Error) => void }>;
  idleTimer: NodeJS.Timeout | undefined;
}

/** Time after which an idle process ends; it occupies 50 MB. */
const IDLE_TIMEOUT_MS = 60_000;

/** Result of a call. @throws the program's error, or that of `createError` */
export async function callChild<T>(program: ChildProgram, work: object): Promise<T> {
  const calls = processSingleton(
    `child-${program.name}`,
    (): Calls => ({ child: null, lastId: 0, pending: new Map(), idleTimer: undefined }),
  );
  clearTimeout(calls.idleTimer);
  calls.child ??= start(program, calls);
  const { child } = calls;
  const id = ++calls.lastId;
  const answer = new Promise<unknown>((resolve, reject) => {
    calls.pending.set(id, { resolve, reject });
    keepAlive(child, true);
    child.send({ id, work }, (error) => error && reject(program.createError()));
  });
  try {
    return (await withTimeout(answer, program.timeoutMs, () => {
      child.kill("SIGKILL");
      // At once: the next call must not go to the process that ends.
      forget(program, calls, child);
      return program.createError();
    })) as T;
  } finally {
    calls.pending.delete(id);
    if (calls.pending.size === 0) {
      keepAlive(child, false);
      calls.idleTimer = setTimeout(stopIdle, IDLE_TIMEOUT_MS, calls).unref();
    }
  }
}

function start(program: ChildProgram, calls: Calls): ChildProcess {
  const { module, args = [], execArgv = [] } = program;
  const child = fork(/* turbopackIgnore: true */ module, args, {
    env: {} as NodeJS.ProcessEnv,
    execArgv,
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  child.on("message", (answer: Answer) => {
    const waiting = calls.pending.get(answer.id);
    if ("error" in answer) waiting?.reject(new Error(answer.error));
    else waiting?.resolve(answer.result);
  });
  for (const event of ["error", "exit", "disconnect"]) {
    child.once(event, () => forget(program, calls, child));
  }
  return child;
}

/** Fails all calls of a process that has ended, so that the next one starts another. */
function forget({ createError }: ChildProgram, calls: Calls, child: ChildProcess): void {
  if (calls.child !== child) return;
  calls.child = null;
  for (const { reject } of calls.pending.values()) reject(createError());
}

/** Keeps this process running while a call is pending, and lets it end otherwise. */
function keepAlive(child: ChildProcess, isPending: boolean): void {
  for (const handle of [child, child.channel]) {
    if (isPending) handle?.ref();
    else handle?.unref();
  }
}

function stopIdle(calls: Calls): void {
  const { child } = calls;
  calls.child = null;
  if (child?.connected) child.disconnect();
}
