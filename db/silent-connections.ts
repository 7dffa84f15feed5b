import { connect, type Socket } from "node:net";

/** Interval of the checks. Silence is counted in checks, so that a pause of this process counts as one. */
const CHECK_INTERVAL_MS = 1_000;
/** Idle time after which the operating system asks whether the other end is still there. */
export const KEEP_ALIVE_DELAY_MS = 10_000;
const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelay: KEEP_ALIVE_DELAY_MS };

/** Limits of a connection's silence. */
export interface SilenceLimits {
  /** Time in which the database answers for certain: the timeout of a statement and a little more. */
  maxSilenceMs: number;
  /** True for a connection that is sent something all the time without asking, by the heartbeats on its channel. */
  isListener?: boolean;
}

interface WatchedSocket extends SilenceLimits {
  socket: Socket;
  bytesRead: number;
  bytesWritten: number;
  /** Time since the last byte was read. */
  silentMs: number;
  /** Part of it in which an answer was due. */
  waitingMs: number;
  /** True if bytes were written and none read since, as far as the checks saw. */
  isWaiting: boolean;
  /** True if the last event was a write. Always false behind TLS, whose bytes pass by the socket's events. */
  hasWrittenLast: boolean;
}

const watched = new Set<WatchedSocket>();

/**
 * Watch on a connection to the database whose other end may vanish without a word, as at the failover of a managed database.
 * Waiting for the operating system takes a quarter of an hour. Once one connection has waited too long for an answer, all
 * that were silent about as long as they may be are destroyed: idle ones lead to the same end. Their pools reconnect.
 */
export function watchSilence(socket: Socket, limits: SilenceLimits): Socket {
  if (watched.size === 0) scheduleCheck();
  const counters = { bytesRead: 0, bytesWritten: 0, silentMs: 0, waitingMs: 0 };
  const connection = { ...limits, ...counters, socket, isWaiting: false, hasWrittenLast: false };
  watched.add(connection);
  // `connect` of a socket restores its `write`.
  socket.once("connect", () => {
    const write: (...args: Parameters<Socket["write"]>) => boolean = socket.write.bind(socket);
    socket.write = (...args: unknown[]) => {
      connection.hasWrittenLast = true;
      return write(...(args as Parameters<Socket["write"]>));
    };
  });
  socket.on("data", () => {
    connection.hasWrittenLast = false;
  });
  return socket;
}

const scheduleCheck = () => setTimeout(destroySilent, CHECK_INTERVAL_MS).unref();

function destroySilent(): void {
  for (const connection of watched) {
    if (connection.socket.destroyed) watched.delete(connection);
    else observe(connection);
  }
  if (watched.size > 0) scheduleCheck();
  const isOverdue = ({ isListener, silentMs, waitingMs, maxSilenceMs }: WatchedSocket) =>
    (isListener ? silentMs : waitingMs) > maxSilenceMs;
  if (![...watched].some(isOverdue)) return;
  // What ended at one moment may differ by two checks. Idle ones first: who hears of a failure and asks again gets none.
  const ended = [...watched].filter((one) => one.silentMs > one.maxSilenceMs - 2 * CHECK_INTERVAL_MS);
  for (const { socket } of ended.filter(({ isWaiting }) => !isWaiting)) socket.destroy();
  for (const { socket } of ended) socket.destroy();
}

/** Check of one connection. Behind TLS, a write counts from the check on in which nothing was read. */
function observe(connection: WatchedSocket): void {
  const { bytesRead, bytesWritten, connecting } = connection.socket;
  const hasWritten = bytesWritten !== connection.bytesWritten || connecting;
  if (bytesRead !== connection.bytesRead) {
    connection.silentMs = 0;
    connection.waitingMs = 0;
    connection.isWaiting = connection.hasWrittenLast;
  } else {
    connection.silentMs += CHECK_INTERVAL_MS;
    if (connection.isWaiting) connection.waitingMs += CHECK_INTERVAL_MS;
    connection.isWaiting ||= hasWritten;
  }
  Object.assign(connection, { bytesRead, bytesWritten });
}

/**
 * Opener of the sockets of a postgres.js client, for its option `socket`. Takes the hosts of a URL in turn, as the client
 * does by itself.
 */
export function socketOpener(limits: SilenceLimits) {
  let attempts = 0;
  return ({ host: hosts, port: ports, path }: { host: string[]; port: number[]; path: string | false }) => {
    const at = attempts++ % hosts.length;
    const address = { host: hosts[at] ?? "", port: ports[at] ?? 0 };
    const socket = connect(path ? { path } : { ...address, ...KEEP_ALIVE });
    // The client reads the address from the socket, for the name in a certificate.
    return watchSilence(Object.assign(socket, address), limits);
  };
}
