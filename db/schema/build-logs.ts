import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  foreignKey,
  index,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from "drizzle-orm/pg-core";
import { builds } from "./builds.ts";
import { bytes, instant } from "./columns.ts";

/** Arrival of output: its first byte in the log, and the time in seconds since 1970. */
export type LogArrival = [startByte: number, seconds: number];

/**
 * Log of a build: `sizeBytes` of UTF-8, appended by the worker, whose secrets are replaced. An open log is stored in chunks
 * (`buildLogPieces`). After the build it is closed and moved to the object store, and its chunks are deleted.
 */
export const buildLogs = pgTable(
  "build_logs",
  {
    buildId: uuid("build_id").primaryKey(),
    tenantId: uuid("tenant_id").notNull(),
    sizeBytes: bigint("size_bytes", { mode: "number" }).notNull().default(0),
    /** Bytes that the worker sent. Its offsets count these. */
    receivedBytes: bigint("received_bytes", { mode: "number" }).notNull().default(0),
    /** Received text that may be the start of a secret, encrypted until more arrives. */
    pending: bytes("pending"),
    /** True if the worker sent more than the size limit. */
    isTruncated: boolean("is_truncated").notNull().default(false),
    /** Arrivals in a stored log, by byte; null in logs stored without them. */
    arrivals: jsonb("arrivals").$type<LogArrival[]>(),
    closedAt: instant("closed_at"),
    storedAt: instant("stored_at"),
    sha256: text("sha256"),
  },
  (t) => [
    foreignKey({ columns: [t.tenantId, t.buildId], foreignColumns: [builds.tenantId, builds.id] }),
    index("build_logs_unstored").on(t.buildId).where(sql`${t.storedAt} is null`),
    index("build_logs_pending").on(t.buildId).where(sql`${t.pending} is not null`),
    check("build_logs_stored_check", sql`(${t.storedAt} is null) = (${t.sha256} is null)`),
  ],
);

/** Chunk of an open log, from `startByte`; the chunks of a log are contiguous. */
export const buildLogPieces = pgTable(
  "build_log_pieces",
  {
    buildId: uuid("build_id").notNull(),
    startByte: bigint("start_byte", { mode: "number" }).notNull(),
    tenantId: uuid("tenant_id").notNull(),
    bytes: bytes("bytes").notNull(),
    /** Null in chunks stored without it. */
    receivedAt: instant("received_at"),
  },
  (t) => [
    primaryKey({ columns: [t.buildId, t.startByte] }),
    foreignKey({ columns: [t.tenantId, t.buildId], foreignColumns: [builds.tenantId, builds.id] }),
  ],
);
