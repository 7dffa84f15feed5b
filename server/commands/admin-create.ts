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

const USAGE = `npm run --silent admin:create -- --email you@example.com [--name NAME] [--reset] [--adopt]
Creates a Super Admin and prints the password. If the address has an account, the command says what the account has, and changes nothing without --adopt.
--adopt makes the existing account a Super Admin. If its email is verified, it keeps all but its sessions. Otherwise anyone may have created it: it keeps its name and workspaces, and loses password, sessions, API tokens, second factors, sign-in providers, links and invitations. A new password is printed if the account has none then.
--reset prints a link to choose a new password for the existing account, valid for 30 minutes. It makes no Super Admin. An account whose email is not verified needs --adopt, with the same effect.`;

await runCommand(USAGE, async (print) => {
  const { values } = parseArgs({
    options: {
      email: { type: "string" },
      name: { type: "string" },
      reset: { type: "boolean", default: false },
      adopt: { type: "boolean", default: false },
    },
  });
  const { email, name = email } = values;
  const account = AccountFields.safeParse({ email, name });
  if (!account.success) throw validationFailed(fieldProblems(account.error));
  const ctx = systemContext("admin command");
  if (values.reset) {
    const user = await getUserByEmail(ctx, account.data.email);
    return print(addressOf(rawEnv()) + (await createResetPath(ctx, user.id, { adopts: values.adopt })));
  }
  const { password } = await createSuperAdmin(ctx, account.data, { adopts: values.adopt });
  print(password ?? `${account.data.email} is now a Super Admin. The password is unchanged.`);
});

/** Origin of the server, derived as in `npm start`. A command does not need the other settings of production. */
function addressOf({ NEXTAUTH_URL, HOST = "127.0.0.1", PORT = "3000" }: ReturnType<typeof rawEnv>): string {
  return NEXTAUTH_URL ? withoutTrailingSlash(NEXTAUTH_URL) : localOrigin(HOST, PORT);
}
