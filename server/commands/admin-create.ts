import { parseArgs } from "node:util";
import { fieldProblems } from "../http/parse-input.ts";
import { createSuperAdmin } from "../identity/accounts.ts";
import { AccountFields } from "../platform/account/fields.ts";
import { systemContext } from "../platform/context.ts";
import { validationFailed } from "../platform/errors.ts";
import { runCommand } from "./run-command.ts";

const USAGE = `npm run --silent admin:create -- --email you@example.com [--name NAME]
Creates a Super Admin: a new account, or the existing one of this address. A new password is printed if the account has none.`;

await runCommand(USAGE, async (print) => {
  const { values } = parseArgs({ options: { email: { type: "string" }, name: { type: "string" } } });
  const { email, name = email } = values;
  const account = AccountFields.safeParse({ email, name });
  if (!account.success) throw validationFailed(fieldProblems(account.error));
  const { password } = await createSuperAdmin(systemContext("admin command"), account.data);
  print(password ?? `${account.data.email} is now a Super Admin. The password is unchanged.`);
});
