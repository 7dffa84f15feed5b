import { sql } from "drizzle-orm";
import {
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import { createdAt, id, instant, newestFirst, oneOf } from "./columns.ts";
import { PERMISSIONS, PLATFORM_ROLES, TENANT_ROLES } from "./vocabulary.ts";

/** A customer of the platform. Everything that a tenant owns carries its id. The reason is there while it is suspended. */
export const tenants = pgTable(
  "tenants",
  {
    id: id(),
    slug: text("slug").notNull().unique(),
    name: text("name").notNull(),
    suspendedAt: instant("suspended_at"),
    suspendedReason: text("suspended_reason"),
    createdAt: createdAt(),
  },
  (t) => [
    index("tenants_newest").on(newestFirst(t.createdAt), newestFirst(t.id)),
    check(
      "tenants_suspended_reason_check",
      sql`${t.suspendedReason} is null or ${t.suspendedAt} is not null`,
    ),
  ],
);

/**
 * A person. `email` is kept in lower case. `sessionVersion` stands in every session of the person;
 * raising it ends them all. `passwordHash` is null for people who only sign in through a provider.
 */
export const users = pgTable(
  "users",
  {
    id: id(),
    email: text("email").notNull().unique(),
    name: text("name").notNull(),
    passwordHash: text("password_hash"),
    platformRole: text("platform_role", { enum: PLATFORM_ROLES }),
    sessionVersion: integer("session_version").notNull().default(1),
    disabledAt: instant("disabled_at"),
    disabledReason: text("disabled_reason"),
    createdAt: createdAt(),
  },
  (t) => [
    index("users_newest").on(newestFirst(t.createdAt), newestFirst(t.id)),
    index("users_of_platform").on(t.id).where(sql`${t.platformRole} is not null`),
    check("users_disabled_reason_check", sql`${t.disabledReason} is null or ${t.disabledAt} is not null`),
    oneOf("users_platform_role_check", t.platformRole, PLATFORM_ROLES),
    check("users_email_check", sql`${t.email} = lower(${t.email})`),
  ],
);

/** An identity at an external sign-in provider that leads to a person. */
export const userIdentities = pgTable(
  "user_identities",
  {
    provider: text("provider").notNull(),
    providerAccountId: text("provider_account_id").notNull(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.provider, t.providerAccountId] }), index().on(t.userId)],
);

/** A person's role in a tenant; one role per tenant. */
export const memberships = pgTable(
  "memberships",
  {
    tenantId: uuid("tenant_id")
      .notNull()
      .references(() => tenants.id),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id),
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

/** A link that makes its bearer a member. Only the digest of its secret is kept. */
export const invitations = pgTable(
  "invitations",
  {
    id: id(),
    tenantId: uuid("tenant_id")
      .notNull()
      .references(() => tenants.id),
    role: text("role", { enum: TENANT_ROLES }).notNull(),
    secretDigest: text("secret_digest").notNull().unique(),
    invitedBy: uuid("invited_by")
      .notNull()
      .references(() => users.id),
    expiresAt: instant("expires_at").notNull(),
    acceptedBy: uuid("accepted_by").references(() => users.id),
    acceptedAt: instant("accepted_at"),
    revokedAt: instant("revoked_at"),
    createdAt: createdAt(),
  },
  (t) => [index().on(t.tenantId, t.createdAt), oneOf("invitations_role_check", t.role, TENANT_ROLES)],
);

/**
 * An API token; its id is the `jti` claim. The token itself is never kept: `lastFour` lets its owner recognise it.
 * The membership key makes a token die with the membership it was made under.
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
