import { z } from "zod";
import { SEVERITIES } from "@/shared/vocabulary.ts";
import {
  appSchema,
  buildSchema,
  installationSchema,
  listingSchema,
  meSchema,
  setInstallationSchema,
} from "../api/responses.ts";

/** JSON output schemas: the document that each command prints with `--json`. */

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const diagnostic = z.strictObject({ path: z.string(), message: z.string() });

export const ErrorOutput = z.strictObject({
  error: z.strictObject({
    code: z.string(),
    message: z.string(),
    hint: z.string(),
    status: z.number().int().nullable(),
    requestId: z.string().nullable(),
    errors: z.array(diagnostic),
  }),
});

const plugin = z.strictObject({
  name: z.string(),
  slug: z.string(),
  type: z.enum(["app", "system"]),
  version: z.string(),
});

export const CreateOutput = z.strictObject({ folder: z.string(), plugin, files: z.array(z.string()) });
export type CreateOutput = z.output<typeof CreateOutput>;

const finding = z.strictObject({
  rule: z.string(),
  severity: z.enum(SEVERITIES),
  title: z.string(),
  cure: z.string(),
  path: z.string().nullable(),
  line: z.number().int().nullable(),
  message: z.string(),
  excerpt: z.string().nullable(),
  fingerprint: z.string(),
});

export const ValidateOutput = z.strictObject({
  valid: z.boolean(),
  plugin: plugin.nullable(),
  fileCount: z.number().int(),
  unpackedBytes: z.number().int(),
  errors: z.array(diagnostic),
  warnings: z.array(diagnostic),
  ruleSetVersion: z.number().int(),
  /** Findings of the automated checks; they do not make a plugin invalid. */
  findings: z.array(finding),
  /** Number of findings beyond the limit. */
  further: z.number().int(),
});
export type ValidateOutput = z.output<typeof ValidateOutput>;

export const BuildOutput = z.strictObject({
  plugin,
  archive: z.strictObject({
    path: z.string(),
    sha256,
    sizeBytes: z.number().int(),
    unpackedBytes: z.number().int(),
    fileCount: z.number().int(),
  }),
  files: z.array(z.strictObject({ path: z.string(), sizeBytes: z.number().int() })),
  warnings: z.array(diagnostic),
});
export type BuildOutput = z.output<typeof BuildOutput>;

/** Response of `GET /api/marketplace/listings/{id}`. */
export const ListingOutput = listingSchema.loose();

export const PublishOutput = ListingOutput.extend({
  archive: z.strictObject({ path: z.string(), sha256, sizeBytes: z.number().int() }),
  /** True if the version had been submitted before. */
  replayed: z.boolean(),
});
export type PublishOutput = z.output<typeof PublishOutput>;

export const DryRunOutput = z.strictObject({
  dryRun: z.literal(true),
  plugin,
  archive: z.strictObject({ sha256, sizeBytes: z.number().int(), fileCount: z.number().int() }),
  /** True if the plugin is new and would be registered first. */
  registers: z.boolean(),
  warnings: z.array(diagnostic),
});
export type DryRunOutput = z.output<typeof DryRunOutput>;

export const WhoamiOutput = meSchema.extend({ apiUrl: z.string() });

export const BuildListOutput = z.strictObject({
  builds: z.array(buildSchema.loose()),
  nextCursor: z.string().nullable(),
});

export const AppListOutput = z.strictObject({ apps: z.array(appSchema) });
export type AppListOutput = z.output<typeof AppListOutput>;

/** Installation with warnings about its version: of `install`. */
export const InstallationOutput = setInstallationSchema.loose();

export const InstallationListOutput = z.strictObject({ installations: z.array(installationSchema.loose()) });
export type InstallationListOutput = z.output<typeof InstallationListOutput>;

export const UninstallOutput = z.strictObject({
  type: z.string(),
  slug: z.string(),
  uninstalled: z.literal(true),
});
export type UninstallOutput = z.output<typeof UninstallOutput>;

/** Items of the public registry. They have more fields than listed here. */
export const SearchOutput = z.strictObject({
  items: z.array(
    z.looseObject({
      type: z.string(),
      slug: z.string(),
      name: z.string(),
      version: z.string(),
      summary: z.string(),
      publisher: z.looseObject({ name: z.string() }),
    }),
  ),
});
export type SearchOutput = z.output<typeof SearchOutput>;

/** Output of `create`, `retry` and `cancel`: a build as in the list. */
export const BuildViewOutput = buildSchema.loose();

export const BuildLogsOutput = z.strictObject({
  buildId: z.string(),
  log: z.string(),
  /** True while the log may grow. */
  open: z.boolean(),
});
export type BuildLogsOutput = z.output<typeof BuildLogsOutput>;

/** Response of `GET /api/builds/{id}`, with its status reports. */
export const BuildWatchOutput = buildSchema.loose().extend({
  reports: z.array(z.looseObject({ status: z.string() })),
});
