import { startEmbedded } from "@/db/embedded/embedded-postgres.ts";

/** Embedded PostgreSQL on the given directory until SIGTERM. Prints its URLs as one line of JSON. */
const server = await startEmbedded({ dataDir: process.argv[2] ?? "", log: print });
const alive = setInterval(() => {}, 1_000);
process.once("SIGTERM", async () => {
  await server.stop();
  clearInterval(alive);
});
print(`ready ${JSON.stringify({ url: server.url, adminUrl: server.adminUrl })}`);

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
