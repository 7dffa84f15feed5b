import { createBroadcast } from "../platform/broadcast.ts";

/** A log that grew or was closed; whoever follows it reads on. */
export interface LogChange {
  buildId: string;
}

/** Tells every process that a log changed, and the changes as they happen in any process. */
export const { announce: announceLog, watch: watchLogs } = createBroadcast<LogChange>(
  "drydock_build_logs",
  ({ buildId }) => buildId,
);
