import { z } from "zod";

/** How large an artifact may be. */
export const MAX_ARTIFACT_BYTES = 4 * 1_024 ** 3;

/** What a worker tells of an artifact beside its bytes. */
export const UploadArtifact = z.object({
  fileName: z
    .string()
    .regex(/^[A-Za-z0-9][A-Za-z0-9._+-]{0,99}$/, "must be a plain file name of 1 to 100 characters")
    .default("artifact"),
});
export type UploadArtifact = z.output<typeof UploadArtifact>;
