import { createApiClient } from "../api/client.ts";
import type { ConnectionOptions } from "../api/connection.ts";
import { getMe } from "../api/marketplace.ts";
import type { CommandContext } from "../context/context.ts";
import { formatMinute } from "../terminal/format.ts";
import { formatFields } from "../terminal/table.ts";

/** `cli whoami`: user, tenant and permissions of the token. */
export async function run(context: CommandContext, options: ConnectionOptions) {
  const { reporter } = context;
  const api = createApiClient(context, options);
  const me = await getMe(api);
  const { user, tenant, permissions, expiresAt } = me;
  const { baseUrl } = api.connection;
  const { bold, dim } = reporter.out;
  reporter.printJson({ ...me, apiUrl: baseUrl });
  reporter.print(
    formatFields(
      [
        ["User", `${bold(user.email)} (${user.name})`],
        ["Workspace", `${tenant.name} (${tenant.slug}) ${dim(tenant.id)}`],
        ["Permissions", permissions.join(", ") || "none"],
        ["Expires", formatMinute(expiresAt)],
        ["Server", baseUrl],
      ],
      dim,
    ),
  );
}
