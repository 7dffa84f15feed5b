/** Variables that the worker sets for a build's command. */
export const BUILD_ENV_NAMES = [
  "BUILD_ID",
  "APP_ID",
  "PLATFORM",
  "VERSION",
  "GIT_REF",
  "ARTIFACT",
  "INPUTS",
] as const;
export type BuildEnvName = (typeof BUILD_ENV_NAMES)[number];

/** Names that an app's variable cannot have. `INPUTS` is the directory of a build's plugins and theme. */
export const RESERVED_NAMES: readonly string[] = [...BUILD_ENV_NAMES, "INPUTS"];

/** Names of variables. */
export const VARIABLE_NAME = /^[A-Z_][A-Z0-9_]{0,63}$/;

export const MAX_VARIABLES = 100;

/** Limit of a value in bytes of UTF-8. */
export const MAX_VALUE_BYTES = 16_384;
