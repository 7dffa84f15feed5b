import { database, systemContext } from "../../server/context.ts";
import { issueToken } from "../../server/identity/tokens.ts";
import { openTenant } from "../../server/tenants/service.ts";
import { rowId } from "./ids.ts";
import { TENANTS } from "./world.ts";

/** One API token for each tenant, in their order. Needs the completed environment of the product. */
export async function issueTokens(): Promise<string[]> {
  const tokens: string[] = [];
  for (let number = 0; number < TENANTS; number++) {
    const userId = rowId("user", number);
    const ctx = await openTenant(systemContext("benchmark"), userId, `bench-${number}`);
    const { token } = await issueToken(ctx, userId, {
      name: "Benchmark",
      permissions: ["MARKETPLACE_PUBLISH", "BUILDS_READ"],
      expires: 86_400,
    });
    tokens.push(token);
  }
  await database().close();
  return tokens;
}
