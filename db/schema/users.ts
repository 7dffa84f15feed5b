import { sql } from "drizzle-orm";
import { bigint, boolean, check, index, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { CHALLENGE_PURPOSES, EMAIL_LINK_KINDS, PLATFORM_ROLES } from "../../shared/vocabulary.ts";
import { bytes, createdAt, id, instant, newestFirst, oneOf } from "./columns.ts";

/**
 * User account. `email` is in lower case. Every session has the `sessionVersion`; incrementing it ends them all.
 * `passwordHash` is null for users who sign in only through a provider; `nameSkeleton` as for tenants. A deleted
 * account keeps its row for references, without a name and with a placeholder address.
 */
export const users = pgTable(
  "users",
  {
    id: id(),
    email: text("email").notNull().unique(),
    name: text("name").notNull(),
    nameSkeleton: text("name_skeleton"),
    /** Time at which the user proved that they receive mail at the address. */
    emailVerifiedAt: instant("email_verified_at"),
    /** Former address of an unverified account, which its owner claimed. `email` is a placeholder then. */
    claimedEmail: text("claimed_email"),
    passwordHash: text("password_hash"),
    platformRole: text("platform_role", { enum: PLATFORM_ROLES }),
    sessionVersion: integer("session_version").notNull().default(1),
    /** Time since which the account has a second factor: a TOTP app or a passkey. */
    secondFactorAt: instant("second_factor_at"),
    disabledAt: instant("disabled_at"),
    disabledReason: text("disabled_reason"),
    deletedAt: instant("deleted_at"),
    createdAt: createdAt(),
  },
  (t) => [
    index("users_ngrams").using("gin", sql`search_ngrams(lower(${t.name} || E'\\n' || ${t.email}))`),
    index("users_newest").on(...newestFirst(t.createdAt, t.id)),
    index("users_name_skeleton").on(t.nameSkeleton, t.createdAt, t.id),
    index("users_of_platform").on(t.id).where(sql`${t.platformRole} is not null`),
    check("users_disabled_reason_check", sql`${t.disabledReason} is null or ${t.disabledAt} is not null`),
    oneOf("users_platform_role_check", t.platformRole, PLATFORM_ROLES),
    index("users_claimed_email").on(t.claimedEmail).where(sql`${t.claimedEmail} is not null`),
    check("users_deleted_check", sql`${t.deletedAt} is null or ${t.disabledAt} is not null`),
    check("users_email_check", sql`${t.email} = lower(${t.email})`),
  ],
);

/** User with whose row this row is deleted. */
export const userOwnerRef = () =>
  uuid("user_id")
    .notNull()
    .references(() => users.id, { onDelete: "cascade" });

export const userRef = (column: string) =>
  uuid(column)
    .notNull()
    .references(() => users.id);

/** Identity of a user at an external sign-in provider. */
export const userIdentities = pgTable(
  "user_identities",
  {
    provider: text("provider").notNull(),
    providerAccountId: text("provider_account_id").notNull(),
    userId: userOwnerRef(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.provider, t.providerAccountId] }), index().on(t.userId)],
);

/**
 * Link that was mailed to an address and proves that its holder receives mail there. Only the digest of its secret is
 * stored. It is used once.
 */
export const emailLinks = pgTable(
  "email_links",
  {
    id: id(),
    userId: userOwnerRef(),
    kind: text("kind", { enum: EMAIL_LINK_KINDS }).notNull(),
    /** Address to which it was mailed. */
    email: text("email").notNull(),
    secretDigest: text("secret_digest").notNull().unique(),
    expiresAt: instant("expires_at").notNull(),
    usedAt: instant("used_at"),
    createdAt: createdAt(),
  },
  (t) => [
    index().on(t.userId, t.createdAt),
    index().on(t.expiresAt),
    oneOf("email_links_kind_check", t.kind, EMAIL_LINK_KINDS),
  ],
);

/**
 * Session of a user. It has ended if it expired, or if the session version differs from the user's. `browser` and
 * `system` are names without versions; no address is stored.
 */
export const sessions = pgTable(
  "sessions",
  {
    id: id(),
    userId: userOwnerRef(),
    sessionVersion: integer("session_version").notNull(),
    browser: text("browser"),
    system: text("system"),
    /** Time of its last use, to the minutes of `ACTIVITY_INTERVAL_MS`. */
    lastActiveAt: instant("last_active_at").notNull(),
    expiresAt: instant("expires_at").notNull(),
    createdAt: createdAt(),
  },
  (t) => [index().on(t.userId, ...newestFirst(t.lastActiveAt)), index().on(t.expiresAt)],
);

/**
 * TOTP app of a user (RFC 6238), in use once it is confirmed. `encrypted` holds its secret (`server/core`);
 * `lastStep` is the time step of the last accepted code, so that none is accepted twice.
 */
export const totpFactors = pgTable("totp_factors", {
  userId: uuid("user_id")
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  encrypted: bytes("encrypted").notNull(),
  lastStep: bigint("last_step", { mode: "number" }).notNull().default(0),
  confirmedAt: instant("confirmed_at"),
  createdAt: createdAt(),
});

/** Recovery code of a user, by its digest. It is used once. */
export const recoveryCodes = pgTable(
  "recovery_codes",
  {
    userId: userOwnerRef(),
    digest: text("digest").notNull(),
    usedAt: instant("used_at"),
  },
  (t) => [primaryKey({ columns: [t.userId, t.digest] })],
);

/** Passkey of a user (WebAuthn). `counter` is that of its last use; 0 if the authenticator does not count. */
export const passkeys = pgTable(
  "passkeys",
  {
    id: id(),
    userId: userOwnerRef(),
    name: text("name").notNull(),
    credentialId: text("credential_id").notNull().unique(),
    publicKey: bytes("public_key").notNull(),
    counter: bigint("counter", { mode: "number" }).notNull(),
    transports: text("transports").array().notNull(),
    isBackedUp: boolean("is_backed_up").notNull(),
    lastUsedAt: instant("last_used_at"),
    createdAt: createdAt(),
  },
  (t) => [index().on(t.userId, t.createdAt)],
);

/**
 * Challenge to a browser, by its digest; answered once, for its purpose and user alone. Without a user it is for the
 * owner of the passkey. `attempts` counts answers of a second step.
 */
export const authenticationChallenges = pgTable(
  "authentication_challenges",
  {
    digest: text("digest").primaryKey(),
    purpose: text("purpose", { enum: CHALLENGE_PURPOSES }).notNull(),
    userId: uuid("user_id").references(() => users.id, { onDelete: "cascade" }),
    sessionVersion: integer("session_version"),
    attempts: integer("attempts").notNull().default(0),
    expiresAt: instant("expires_at").notNull(),
  },
  (t) => [
    index().on(t.expiresAt),
    index().on(t.userId),
    oneOf("authentication_challenges_purpose_check", t.purpose, CHALLENGE_PURPOSES),
  ],
);
