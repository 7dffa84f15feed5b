import { startEmbedded } from "../../db/embedded/embedded-postgres.ts";

/** Hosts an embedded PostgreSQL on the given directory until SIGTERM; prints its URLs as one line of JSON. */
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
