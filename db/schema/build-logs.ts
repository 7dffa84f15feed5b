import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  customType,
  foreignKey,
  index,
  pgTable,
  primaryKey,
  text,
  uuid,
} from "drizzle-orm/pg-core";
import { builds } from "./builds.ts";
import { instant } from "./columns.ts";

const bytes = customType<{ data: Uint8Array }>({ dataType: () => "bytea" });

/**
 * The log that a worker writes while it builds: so many bytes of UTF-8. As long as it is open it grows in pieces below;
 * some time after the build's end it is closed and moved to the object store, and the pieces go.
 */
export const buildLogs = pgTable(
  "build_logs",
  {
    buildId: uuid("build_id").primaryKey(),
    tenantId: uuid("tenant_id").notNull(),
    sizeBytes: bigint("size_bytes", { mode: "number" }).notNull().default(0),
    /** Whether the worker had more to say than is kept. */
    isTruncated: boolean("is_truncated").notNull().default(false),
    closedAt: instant("closed_at"),
    storedAt: instant("stored_at"),
    sha256: text("sha256"),
  },
  (t) => [
    foreignKey({ columns: [t.tenantId, t.buildId], foreignColumns: [builds.tenantId, builds.id] }),
    index("build_logs_unstored").on(t.buildId).where(sql`${t.storedAt} is null`),
    check("build_logs_stored_check", sql`(${t.storedAt} is null) = (${t.sha256} is null)`),
  ],
);

/** A piece of an open log; the pieces of a log follow one another without a gap. */
export const buildLogPieces = pgTable(
  "build_log_pieces",
  {
    buildId: uuid("build_id").notNull(),
    startByte: bigint("start_byte", { mode: "number" }).notNull(),
    tenantId: uuid("tenant_id").notNull(),
    bytes: bytes("bytes").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.buildId, t.startByte] }),
    foreignKey({ columns: [t.tenantId, t.buildId], foreignColumns: [builds.tenantId, builds.id] }),
  ],
);
