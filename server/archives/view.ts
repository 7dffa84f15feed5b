import { z } from "zod";

/** An uploaded archive as its tenant sees it. `unpackedBytes` and `fileCount` count regular files. */
export const ArchiveView = z.object({
  sha256: z.string(),
  sizeBytes: z.string(),
  unpackedBytes: z.string(),
  fileCount: z.number().int(),
  manifest: z.record(z.string(), z.unknown()),
});
export type ArchiveView = z.output<typeof ArchiveView>;
