import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { TLSSocket } from "node:tls";
import { SERVER_CERTIFICATE, SERVER_KEY } from "./certificates.ts";

export interface DatabaseLine {
  /** URL of a database behind the line. */
  through: (url: string) => string;
  /** Closes all connections, as a server does that restarts. */
  cut: () => void;
  /** Lets all connections of now stay open and carry nothing more, as after the failover of a host. New ones work. */
  mute: () => void;
  close: () => void;
}

interface LineOptions {
  /** What the database gets of a packet of a client; the first one of a connection starts its session. */
  pass?: (packet: Buffer, isFirst: boolean) => Buffer;
  /** True to offer TLS, up to the line. */
  hasTls?: boolean;
}

const SSL_REQUEST_BYTES = 8;

/** Line to the database at a URL: a TCP proxy on loopback. */
export async function openLine(
  { hostname, port }: URL,
  { pass = (packet) => packet, hasTls = false }: LineOptions = {},
): Promise<DatabaseLine> {
  const pairs = new Set<readonly [Socket, Socket]>();
  const server = createServer(async (raw) => {
    raw.on("error", () => undefined);
    const client = hasTls ? await secure(raw) : raw;
    const database = connect(Number(port), hostname);
    const pair = [client, database] as const;
    pairs.add(pair);
    for (const [one, other] of [pair, [database, client]] as const) {
      one.on("error", () => undefined);
      one.on("close", () => pairs.delete(pair) && other.destroy());
    }
    database.on("data", (packet) => client.write(packet));
    let isFirst = true;
    client.on("data", (packet) => {
      database.write(pass(packet, isFirst));
      isFirst = false;
    });
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port: own } = server.address() as AddressInfo;
  return {
    through: (url) => Object.assign(new URL(url), { host: `127.0.0.1:${own}` }).href,
    cut: () => {
      for (const end of [...pairs].flat()) end.destroy();
    },
    mute: () => {
      for (const end of [...pairs].flat()) end.removeAllListeners("data").resume();
    },
    close: () => void server.close(),
  };
}

/** TLS over a connection whose client asks for it, as PostgreSQL's clients do. */
async function secure(raw: Socket): Promise<Socket> {
  const [request] = (await once(raw, "data")) as [Buffer];
  if (request.length !== SSL_REQUEST_BYTES) throw new Error("the client did not ask for TLS");
  raw.write("S");
  return new TLSSocket(raw, { isServer: true, cert: SERVER_CERTIFICATE, key: SERVER_KEY });
}
