import { sql } from "drizzle-orm";
import { check, foreignKey, index, pgTable, primaryKey, text, unique, uuid } from "drizzle-orm/pg-core";
import { PERMISSIONS, TENANT_ROLES } from "../../shared/vocabulary.ts";
import { createdAt, id, instant, newestFirst, oneOf } from "./columns.ts";
import { userRef, users } from "./users.ts";

/**
 * Tenant: a customer of the platform. Its rows in other tables carry its id. `suspendedReason` requires `suspendedAt`.
 * `nameSkeleton` is null until a job computes it for a row of an older release.
 */
export const tenants = pgTable(
  "tenants",
  {
    id: id(),
    slug: text("slug").notNull().unique(),
    name: text("name").notNull(),
    nameSkeleton: text("name_skeleton"),
    suspendedAt: instant("suspended_at"),
    suspendedReason: text("suspended_reason"),
    /** Date at which a Super Admin confirmed the publisher's identity. */
    verifiedAt: instant("verified_at"),
    /** User who made the tenant for themselves. Tenants of one person count as one where many would gain by being many. */
    createdBy: uuid("created_by").references(() => users.id),
    createdAt: createdAt(),
  },
  (t) => [
    index("tenants_ngrams").using("gin", sql`search_ngrams(lower(${t.name} || E'\\n' || ${t.slug}))`),
    index("tenants_newest").on(...newestFirst(t.createdAt, t.id)),
    index("tenants_name_skeleton").on(t.nameSkeleton, t.createdAt, t.id),
    check(
      "tenants_suspended_reason_check",
      sql`${t.suspendedReason} is null or ${t.suspendedAt} is not null`,
    ),
  ],
);

export const tenantRef = () =>
  uuid("tenant_id")
    .notNull()
    .references(() => tenants.id);

/** Role of a user in a tenant; one role per tenant. */
export const memberships = pgTable(
  "memberships",
  {
    tenantId: tenantRef(),
    userId: userRef("user_id"),
    role: text("role", { enum: TENANT_ROLES }).notNull(),
    lastUsedAt: instant("last_used_at"),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.userId] }),
    index().on(t.userId),
    oneOf("memberships_role_check", t.role, TENANT_ROLES),
  ],
);

/**
 * Invitation of an address to a tenant. There are two links: one to copy, and one that is mailed, whose secret proves the
 * address. Only digests are stored. Invitations of older releases have no address: their link admits its bearer.
 */
export const invitations = pgTable(
  "invitations",
  {
    id: id(),
    tenantId: tenantRef(),
    /** Name of the person who is invited, as the inviter knows them. Older invitations have none. */
    name: text("name"),
    email: text("email"),
    role: text("role", { enum: TENANT_ROLES }).notNull(),
    secretDigest: text("secret_digest").notNull().unique(),
    mailedSecretDigest: text("mailed_secret_digest").unique(),
    mailedAt: instant("mailed_at"),
    invitedBy: userRef("invited_by"),
    expiresAt: instant("expires_at").notNull(),
    acceptedBy: uuid("accepted_by").references(() => users.id),
    acceptedAt: instant("accepted_at"),
    revokedAt: instant("revoked_at"),
    createdAt: createdAt(),
  },
  (t) => [index().on(t.tenantId, t.createdAt), oneOf("invitations_role_check", t.role, TENANT_ROLES)],
);

/**
 * API token; its id is the `jti` claim. The token itself is not stored; `lastFour` lets its owner recognize it. Deleting
 * the membership under which it was created deletes the token (cascade).
 */
export const apiTokens = pgTable(
  "api_tokens",
  {
    id: id(),
    tenantId: uuid("tenant_id").notNull(),
    userId: uuid("user_id").notNull(),
    name: text("name").notNull(),
    permissions: text("permissions", { enum: PERMISSIONS }).array().notNull(),
    lastFour: text("last_four").notNull(),
    expiresAt: instant("expires_at").notNull(),
    revokedAt: instant("revoked_at"),
    lastUsedAt: instant("last_used_at"),
    createdAt: createdAt(),
  },
  (t) => [
    unique().on(t.tenantId, t.id),
    index().on(t.tenantId, t.userId, t.createdAt),
    foreignKey({
      columns: [t.tenantId, t.userId],
      foreignColumns: [memberships.tenantId, memberships.userId],
      name: "api_tokens_membership_fk",
    }).onDelete("cascade"),
    check(
      "api_tokens_permissions_check",
      sql`${t.permissions} <@ array[${sql.raw(PERMISSIONS.map((p) => `'${p}'`).join(", "))}]::text[]`,
    ),
  ],
);
