import { existsSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { tryLock } from "../../server/process/file-lock.ts";

/** Waits for the starting signal (a file), tries the lock, says what came of it, and stays until it is killed. */
const [lockPath = "", startSignal = ""] = process.argv.slice(2);
process.stdout.write("waiting\n");
while (!existsSync(startSignal)) await delay(1);
const { holderPid } = tryLock(lockPath);
process.stdout.write(holderPid === null ? "held\n" : `refused ${holderPid}\n`);
setInterval(() => {}, 1_000);
