import { sql } from "drizzle-orm";
import { bigint, check, index, integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { createdAt, instant } from "./columns.ts";
import { tenantRef } from "./tenants.ts";

/**
 * Content-addressed plugin archives: one object per SHA-256 for all tenants. The row is written before its object, so
 * the object store has no unknown objects. `storedAt` is null during an upload; `touchedAt` is the start of the latest one.
 * `readme` and `pictures` (see `server/domains/items/archives/pictures.ts`) come from the archive. `readmeDocuments` is the
 * README as its pages show it, written by the check of a listing; `readmeParserVersion` identifies those to parse again, null
 * for those without.
 */
export const archiveObjects = pgTable(
  "archive_objects",
  {
    sha256: text("sha256").primaryKey(),
    storedAt: instant("stored_at"),
    touchedAt: instant("touched_at").notNull(),
    readme: text("readme"),
    pictures: jsonb("pictures").notNull().default([]),
    readmeDocuments: jsonb("readme_documents"),
    readmeParserVersion: integer("readme_parser_version"),
  },
  (t) => [
    index().on(t.touchedAt),
    check("archive_objects_sha256_check", sql`${t.sha256} ~ '^[0-9a-f]{64}$'`),
  ],
);

/**
 * Access of a tenant to an archive, granted by uploading its exact bytes and passing validation. `touchedAt` is the
 * latest upload, by which archives without a listing are collected.
 */
export const archives = pgTable(
  "archives",
  {
    tenantId: tenantRef(),
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
