import { bigint, foreignKey, index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { builds } from "./builds.ts";
import { id, instant } from "./columns.ts";

/**
 * A file that a worker uploaded for a build; its bytes are in the object store before the row is here. A build may have
 * several, when an upload was repeated: the one whose path the worker then reported is the build's artifact.
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
