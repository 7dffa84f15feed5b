import { bigint, foreignKey, index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { builds } from "./builds.ts";
import { id, instant } from "./columns.ts";

/**
 * Uploaded file of a build; its object is stored before the row is written. Repeated uploads leave several files per build;
 * the one whose path the worker reports is the build's artifact.
 */
export const buildArtifacts = pgTable(
  "build_artifacts",
  {
    id: id(),
    tenantId: uuid("tenant_id").notNull(),
    buildId: uuid("build_id").notNull(),
    fileName: text("file_name").notNull(),
    sizeBytes: bigint("size_bytes", { mode: "number" }).notNull(),
    sha256: text("sha256").notNull(),
    storedAt: instant("stored_at").notNull(),
  },
  (t) => [
    index("build_artifacts_build").on(t.buildId),
    index("build_artifacts_stored").on(t.storedAt),
    foreignKey({ columns: [t.tenantId, t.buildId], foreignColumns: [builds.tenantId, builds.id] }),
  ],
);
