import { CHECK_TOKEN } from "../statements/check-token.ts";
import { run } from "../statements/statement.ts";
import type { Pools } from "./pools.ts";

/** Looks up whose token it is; its signature is not looked at. */
export async function checkToken({ platform }: Pools, authorization: string): Promise<object> {
  const [, claims = ""] = authorization.split(".");
  const { jti } = JSON.parse(Buffer.from(claims, "base64url").toString()) as { jti: string };
  const [row] = await run<TokenRow>(platform, CHECK_TOKEN, { token_id: jti });
  if (!row) throw new Error("there is no such token");
  return {
    user: { id: row.user_id, email: row.email, name: row.user_name },
    tenant: { id: row.tenant_id, slug: row.slug, name: row.name },
    permissions: row.permissions,
    expiresAt: new Date(row.expires_at).toISOString(),
  };
}

interface TokenRow {
  user_id: string;
  email: string;
  user_name: string;
  tenant_id: string;
  slug: string;
  name: string;
  permissions: string[];
  expires_at: number;
}
