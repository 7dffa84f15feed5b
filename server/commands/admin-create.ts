import { parseArgs } from "node:util";
import { z } from "zod";
import { createSuperAdmin } from "../identity/accounts.ts";
import { systemContext } from "../platform/context.ts";
import { runCommand } from "./run-command.ts";

const USAGE = `npm run --silent admin:create -- --email you@example.com [--name NAME]
Creates a Super Admin: a new account, or the existing one of this address. A new password is printed if the account has none.`;

await runCommand(USAGE, async (print) => {
  const { values } = parseArgs({ options: { email: { type: "string" }, name: { type: "string" } } });
  const email = z.email().safeParse(values.email);
  if (!email.success) throw new Error("--email must be an e-mail address");
  const name = values.name ?? email.data;
  const { password } = await createSuperAdmin(systemContext("admin command"), { email: email.data, name });
  print(password ?? `${email.data} is a Super Admin now; the password is unchanged.`);
});
