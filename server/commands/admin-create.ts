import { parseArgs } from "node:util";
import { AccountFields } from "@/server/core/account-fields.ts";
import { systemContext } from "@/server/core/context.ts";
import { rawEnv } from "@/server/core/env/env.ts";
import { localOrigin } from "@/server/core/env/public-origin.ts";
import { createSuperAdmin, getUserByEmail } from "@/server/domains/accounts/users/accounts.ts";
import { createResetPath } from "@/server/domains/accounts/users/recovery.ts";
import { validationFailed } from "@/shared/errors.ts";
import { withoutTrailingSlash } from "@/shared/text/base-url.ts";
import { fieldProblems } from "../http/parse-input.ts";
import { runCommand } from "./run-command.ts";

const USAGE = `npm run --silent admin:create -- --email you@example.com [--name NAME | --reset]
Creates a Super Admin: a new account, or the existing one of this address. A new password is printed if the account has none.
--reset prints a link to choose a new password for the existing account of this address, valid for 30 minutes, and changes nothing else.`;

await runCommand(USAGE, async (print) => {
  const { values } = parseArgs({
    options: {
      email: { type: "string" },
      name: { type: "string" },
      reset: { type: "boolean", default: false },
    },
  });
  const { email, name = email } = values;
  const account = AccountFields.safeParse({ email, name });
  if (!account.success) throw validationFailed(fieldProblems(account.error));
  const ctx = systemContext("admin command");
  if (values.reset) {
    const user = await getUserByEmail(ctx, account.data.email);
    return print(addressOf(rawEnv()) + (await createResetPath(ctx, user.id)));
  }
  const { password } = await createSuperAdmin(ctx, account.data);
  print(password ?? `${account.data.email} is now a Super Admin. The password is unchanged.`);
});

/** Origin of the server, derived as in `npm start`. A command does not need the other settings of production. */
function addressOf({ NEXTAUTH_URL, HOST = "127.0.0.1", PORT = "3000" }: ReturnType<typeof rawEnv>): string {
  return NEXTAUTH_URL ? withoutTrailingSlash(NEXTAUTH_URL) : localOrigin(HOST, PORT);
}
