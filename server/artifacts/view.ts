import { z } from "zod";

/** A stored artifact: the path that the worker reports, and what was really stored. */
export const StoredArtifact = z.object({
  artifactPath: z.string(),
  sizeBytes: z.string(),
  sha256: z.string(),
});
export type StoredArtifact = z.output<typeof StoredArtifact>;
