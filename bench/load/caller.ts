import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Order, Outcome } from "./message.ts";

export interface Caller {
  pid: number | undefined;
  call: (order: Order) => Promise<Outcome>;
  stop: () => void;
}

/** Starts what calls servers, in a process of its own. */
export const startGenerator = (): Caller => startCaller(new URL("./generator.ts", import.meta.url), {});

/** Starts what calls the database itself, in a process of its own. */
export const startLoop = (databaseUrl: string, recordings: string): Caller =>
  startCaller(new URL("./loop.ts", import.meta.url), { DATABASE_URL: databaseUrl, RECORDINGS: recordings });

function startCaller(program: URL, settings: Record<string, string>): Caller {
  const child = fork(fileURLToPath(program), {
    execArgv: ["--import", "tsx"],
    env: { ...process.env, ...settings },
  });
  return {
    pid: child.pid,
    call: (order) => {
      child.send(order);
      return nextOutcome(child);
    },
    stop: () => void child.kill(),
  };
}

function nextOutcome(child: ChildProcess): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const refuse = () => reject(new Error("The load generator has ended."));
    child.once("exit", refuse);
    child.once("message", (outcome) => {
      child.off("exit", refuse);
      resolve(outcome as Outcome);
    });
  });
}
