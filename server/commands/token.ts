import { parseArgs } from "node:util";
import { systemContext } from "@/server/core/context.ts";
import { CreateToken } from "@/server/domains/accounts/tokens/input.ts";
import { issueToken } from "@/server/domains/accounts/tokens/service.ts";
import { getUserByEmail } from "@/server/domains/accounts/users/accounts.ts";
import { validationFailed } from "@/shared/errors.ts";
import { PERMISSIONS } from "@/shared/vocabulary.ts";
import { enterTenantBySlug } from "../auth/tenant-access.ts";
import { fieldProblems } from "../http/parse-input.ts";
import { runCommand } from "./run-command.ts";

const USAGE = `npm run --silent token -- --email dev@acme.test --tenant acme [--permission NAME]... [--expires 1h] [--name NAME]
Prints one API token and nothing else. Permissions: ${PERMISSIONS.join(", ")}.`;

await runCommand(USAGE, async (print) => {
  const { values } = parseArgs({
    options: {
      email: { type: "string" },
      tenant: { type: "string" },
      permission: { type: "string", multiple: true, default: [] },
      expires: { type: "string", default: "1h" },
      name: { type: "string", default: "Command line" },
    },
  });
  const { email, tenant } = values;
  if (!email || !tenant) throw new Error("--email and --tenant are required");
  const input = CreateToken.safeParse({ ...values, permissions: values.permission });
  if (!input.success) throw validationFailed(fieldProblems(input.error));
  const ctx = systemContext("token command");
  const user = await getUserByEmail(ctx, email);
  const { token } = await issueToken(await enterTenantBySlug(ctx, user.id, tenant), user.id, input.data);
  print(token);
});
