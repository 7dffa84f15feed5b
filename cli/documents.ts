import { z } from "zod";

/** What `--json` prints, command by command. */

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const problem = z.strictObject({ path: z.string(), message: z.string() });
const file = z.strictObject({ path: z.string(), sizeBytes: z.number().int() });

export const FailureDocument = z.strictObject({
  error: z.strictObject({
    code: z.string(),
    message: z.string(),
    hint: z.string(),
    status: z.number().int().nullable(),
    requestId: z.string().nullable(),
    errors: z.array(problem),
  }),
});

const plugin = z.strictObject({
  name: z.string(),
  slug: z.string(),
  type: z.enum(["app", "system"]),
  version: z.string(),
});

export const CreateDocument = z.strictObject({ folder: z.string(), plugin, files: z.array(z.string()) });
export type CreateDocument = z.output<typeof CreateDocument>;

const finding = z.strictObject({
  rule: z.string(),
  severity: z.enum(["HIGH", "MEDIUM", "LOW"]),
  title: z.string(),
  cure: z.string(),
  path: z.string().nullable(),
  line: z.number().int().nullable(),
  message: z.string(),
  excerpt: z.string().nullable(),
  fingerprint: z.string(),
});

export const ValidateDocument = z.strictObject({
  valid: z.boolean(),
  plugin: plugin.nullable(),
  fileCount: z.number().int(),
  unpackedBytes: z.number().int(),
  errors: z.array(problem),
  warnings: z.array(problem),
  /** What the automated checks find, which keeps nobody from handing in, and by which version of the rules. */
  ruleSetVersion: z.number().int(),
  findings: z.array(finding),
  further: z.number().int(),
});
export type ValidateDocument = z.output<typeof ValidateDocument>;

export const BuildDocument = z.strictObject({
  plugin,
  archive: z.strictObject({
    path: z.string(),
    sha256,
    sizeBytes: z.number().int(),
    unpackedBytes: z.number().int(),
    fileCount: z.number().int(),
  }),
  files: z.array(file),
  warnings: z.array(problem),
});
export type BuildDocument = z.output<typeof BuildDocument>;

const status = z.enum(["PENDING_APPROVAL", "APPROVED", "REJECTED", "WITHDRAWN", "SUSPENDED"]);

/** A listing as `GET /api/marketplace/listings/{id}` answers, and where people look at it. */
export const ListingDocument = z.looseObject({
  id: z.string(),
  type: z.enum(["APP_PLUGIN", "SYSTEM_PLUGIN", "THEME"]),
  name: z.string(),
  slug: z.string(),
  version: z.string(),
  description: z.string(),
  changelog: z.string().nullable(),
  appPluginId: z.string().nullable(),
  themeId: z.string().nullable(),
  systemPluginId: z.string().nullable(),
  archiveSha256: sha256.nullable(),
  tenantId: z.string(),
  status,
  submittedAt: z.iso.datetime(),
  decidedAt: z.iso.datetime().nullable(),
  decision: z
    .strictObject({ action: status, reason: z.string().nullable(), comment: z.string().nullable() })
    .nullable(),
  review: z
    .strictObject({
      position: z.number().int(),
      pending: z.number().int(),
      typicalWaitSeconds: z.strictObject({ p50: z.number(), p90: z.number() }).nullable(),
    })
    .nullable(),
});
export type ListingDocument = z.output<typeof ListingDocument>;

export const PublishDocument = ListingDocument.extend({
  archive: z.strictObject({ path: z.string(), sha256, sizeBytes: z.number().int() }),
  /** Whether this listing had been handed in before, so that nothing new was. */
  replayed: z.boolean(),
});
export type PublishDocument = z.output<typeof PublishDocument>;

/** What would be handed in. */
export const DryRunDocument = z.strictObject({
  dryRun: z.literal(true),
  plugin,
  archive: z.strictObject({ sha256, sizeBytes: z.number().int(), fileCount: z.number().int() }),
  /** Whether the plugin would be registered first. */
  registers: z.boolean(),
  warnings: z.array(problem),
});
export type DryRunDocument = z.output<typeof DryRunDocument>;

export const WhoamiDocument = z.strictObject({
  user: z.strictObject({ id: z.string(), email: z.string(), name: z.string() }),
  tenant: z.strictObject({ id: z.string(), slug: z.string(), name: z.string() }),
  permissions: z.array(z.string()),
  expiresAt: z.iso.datetime(),
  apiUrl: z.string(),
});

const build = z.looseObject({
  id: z.string(),
  appId: z.string(),
  number: z.number().int(),
  platform: z.enum(["ANDROID", "IOS"]),
  version: z.string(),
  status: z.enum(["QUEUED", "IN_PROGRESS", "COMPLETED", "FAILED"]),
  errorLog: z.string().nullable(),
  sizeBytes: z.string().nullable(),
});

export const BuildListDocument = z.strictObject({
  builds: z.array(build),
  nextCursor: z.string().nullable(),
});

/** A build as `GET /api/builds/{id}` answers, the history of its reports included. */
export const BuildWatchDocument = build.extend({ reports: z.array(z.looseObject({ status: z.string() })) });
