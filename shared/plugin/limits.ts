const MIB = 1_048_576;

/** Limits of an archive, shared by the CLI that packs it and the platform that validates it. */
export const ARCHIVE_LIMITS = {
  packedBytes: 20 * MIB,
  unpackedBytes: 200 * MIB,
  entries: 10_000,
  depth: 32,
  pathBytes: 255,
  manifestBytes: 262_144,
} as const;
