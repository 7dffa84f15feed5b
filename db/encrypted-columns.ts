/** Column whose values `SECRETS_KEY` encrypts. */
export interface EncryptedColumn {
  table: string;
  column: string;
  /** First word of the subject (`server/core/encryption.ts`); the row's `keys` follow it, separated by spaces. */
  subject: string;
  keys: readonly string[];
  /** Content, as README and docs name it. */
  content: string;
}

/**
 * Columns with values that `SECRETS_KEY` encrypts, all there are: `encryptSecret` takes no subject of another. The start of
 * the product checks that their keys are present, and a job encrypts them again after a rotation.
 */
export const ENCRYPTED_COLUMNS = [
  {
    table: "app_variables",
    column: "encrypted",
    subject: "app_variables",
    keys: ["app_id", "name"],
    content: "secrets of apps",
  },
  {
    table: "build_variables",
    column: "encrypted",
    subject: "build_variables",
    keys: ["build_id"],
    content: "secrets of unfinished builds",
  },
  {
    table: "build_logs",
    column: "pending",
    subject: "build_logs",
    keys: ["build_id"],
    content: "the end of open build logs",
  },
  {
    table: "totp_factors",
    column: "encrypted",
    subject: "totp",
    keys: ["user_id"],
    content: "authenticator apps of users",
  },
] as const satisfies readonly EncryptedColumn[];

/** Subject of an encrypted value: decryption fails in another row. */
export type EncryptionSubject = `${(typeof ENCRYPTED_COLUMNS)[number]["subject"]} ${string}`;
