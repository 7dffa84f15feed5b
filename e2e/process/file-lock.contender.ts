import { existsSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { tryLock } from "@/server/process/file-lock.ts";

/** Contender for a lock: waits for the start signal (a file), tries the lock, prints the result and runs until killed. */
const [lockPath = "", startSignal = ""] = process.argv.slice(2);
process.stdout.write("waiting\n");
while (!existsSync(startSignal)) await delay(1);
const { holderPid } = tryLock(lockPath);
process.stdout.write(holderPid === null ? "held\n" : `refused ${holderPid}\n`);
setInterval(() => {}, 1_000);
