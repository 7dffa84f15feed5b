import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Order, Outcome } from "./message.ts";

export interface Caller {
  call: (order: Order) => Promise<Outcome>;
  stop: () => void;
}

/** Starts the load generator in a process of its own. */
export function startCaller(): Caller {
  const child = fork(fileURLToPath(new URL("./generator.ts", import.meta.url)), {
    execArgv: ["--import", "tsx"],
  });
  return {
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
