import { readdirSync, readFileSync } from "node:fs";
import { findProblems, readTables, readWrites, type Write } from "./writes.ts";

/**
 * Check that each table is written by one folder of the server; others call its functions. Commands are left out: they
 * seed. Each exception is one line: table, folder, reason.
 */
const EXCEPTIONS = [
  ["api_tokens", "auth", "the check of a token and its last use are one statement"],
  ["apps", "apps/deletion", "the deletion of an app is a folder because of its size"],
  ["audit_log", "accounts/settings", "redacts a deleted account, the one update that the log allows"],
  ["audit_log", "builds", "a worker's report is one statement"],
  ["authentication_challenges", "auth", "a claimed address ends all access to its account"],
  ["authentication_challenges", "accounts/settings", "deletes an account with its credentials"],
  ["builds", "builds/failures", "finds the reasons of builds that failed under an older release"],
  ["builds", "builds/leases", "a lease is columns of its build"],
  ["domain_events", "builds", "a worker's report is one statement"],
  ["domain_events", "notifications/callbacks", "marks dispatched events, purges them, and sends tests"],
  ["email_links", "auth", "a claimed address ends all access to its account"],
  ["email_links", "accounts/settings", "deletes an account with its credentials"],
  ["invitations", "auth", "a claimed address ends all access to its account"],
  ["installations", "apps/rollouts", "moves installations by the batch, unaudited"],
  ["listing_checks", "listings", "queues checks; the folder of checks imports it"],
  ["mails", "notifications/mails", "dismisses and requeues what the layer sends"],
  ["memberships", "auth", "a kept address ends the access that its stranger granted"],
  ["memberships", "accounts/tenants", "a tenant is created with its owner; members import it"],
  ["notices", "notifications/callbacks", "purges events with what refers to them"],
  ["passkeys", "auth", "a claimed address ends all access to its account"],
  ["passkeys", "accounts/settings", "deletes an account with its credentials"],
  ["recovery_codes", "auth", "a claimed address ends all access to its account"],
  ["recovery_codes", "accounts/settings", "deletes an account with its credentials"],
  ["sessions", "accounts/settings", "a user ends sessions in the list of theirs"],
  ["themes", "items/entities", "registers and edits items of all three types"],
  ["tenants", "accounts/lookalikes", "fills the skeletons of names from an older release"],
  ["totp_factors", "auth", "a claimed address ends all access to its account"],
  ["totp_factors", "accounts/settings", "deletes an account with its credentials"],
  ["user_identities", "accounts/settings", "deletes an account with its credentials"],
  ["users", "accounts/email-links", "sets the password by a mailed link"],
  ["users", "accounts/lookalikes", "fills the skeletons of names from an older release"],
  ["users", "accounts/second-factors", "a change of second factors ends sessions"],
  ["users", "accounts/settings", "the user changes their own name, address and password"],
  ["users", "auth", "signs in users, and creates those of external identities"],
] as const;

/** Tables of statements that name their table by a variable. */
const BY_VARIABLE: Record<string, readonly string[]> = {
  "server/domains/accounts/lookalikes/find-lookalikes.ts": ["tenants", "users"],
  "server/domains/accounts/settings/delete-account.ts": [
    "authentication_challenges",
    "email_links",
    "passkeys",
    "recovery_codes",
    "totp_factors",
    "user_identities",
  ],
  "server/domains/items/entities/service.ts": ["app_plugins", "system_plugins", "themes"],
  "server/domains/items/entities/register.ts": ["app_plugins", "system_plugins", "themes"],
};

/** Sanity check: with fewer writes the collection missed most of the code. */
const MIN_WRITES = 120;

const filesBelow = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
    .map((name) => `${folder}/${name}`);

const tables = readTables(
  filesBelow("db/schema")
    .map((file) => readFileSync(file, "utf8"))
    .join("\n"),
);
const writes: Write[] = filesBelow("server")
  .filter((file) => !file.startsWith("server/commands/"))
  .flatMap((file) => {
    const { named, hasVariable } = readWrites(readFileSync(file, "utf8"), tables);
    const byVariable = hasVariable ? (BY_VARIABLE[file] ?? ["a table that a variable names"]) : [];
    return [...named, ...byVariable].map((table) => ({ table, file }));
  });
if (writes.length < MIN_WRITES) throw new Error(`only ${writes.length} writes were found`);
const problems = findProblems(writes, EXCEPTIONS);
for (const problem of problems) process.stdout.write(`${problem}\n`);
process.stdout.write(
  `${writes.length} writes, ${EXCEPTIONS.length} exceptions, ${problems.length} problems\n`,
);
process.exitCode = problems.length > 0 ? 1 : 0;
