import { sql } from "drizzle-orm";
import { bigint, check, index, integer, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { createdAt, instant } from "./columns.ts";
import { tenants } from "./tenants.ts";

/**
 * The bytes of plugin archives, addressed by their SHA-256 and stored once for all tenants. A row is there before its
 * object, so that nothing stands in the object store that no row knows. `storedAt` is null while an upload is under way
 * and once the object is about to be deleted; `touchedAt` is when somebody last began to upload it.
 */
export const archiveObjects = pgTable(
  "archive_objects",
  {
    sha256: text("sha256").primaryKey(),
    storedAt: instant("stored_at"),
    touchedAt: instant("touched_at").notNull(),
  },
  (t) => [
    index().on(t.touchedAt),
    check("archive_objects_sha256_check", sql`${t.sha256} ~ '^[0-9a-f]{64}$'`),
  ],
);

/**
 * A tenant's right to an archive: it has uploaded these very bytes, and they were found to be in order. Who uploads them
 * again has it for longer: `touchedAt` is what an archive without a listing is collected by.
 */
export const archives = pgTable(
  "archives",
  {
    tenantId: uuid("tenant_id")
      .notNull()
      .references(() => tenants.id),
    sha256: text("sha256")
      .notNull()
      .references(() => archiveObjects.sha256),
    sizeBytes: bigint("size_bytes", { mode: "bigint" }).notNull(),
    unpackedBytes: bigint("unpacked_bytes", { mode: "bigint" }).notNull(),
    fileCount: integer("file_count").notNull(),
    manifest: jsonb("manifest").notNull(),
    createdAt: createdAt(),
    touchedAt: instant("touched_at").notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.sha256] }),
    index().on(t.sha256),
    index().on(t.touchedAt),
    check("archives_sha256_check", sql`${t.sha256} ~ '^[0-9a-f]{64}$'`),
  ],
);
