import type { AccessOptions } from "../api/access.ts";
import type { Me } from "../api/views.ts";
import { openApi, type Session, type Work } from "../session.ts";
import { formatFacts } from "../terminal/table.ts";

/** Whose token this is, for which tenant, and what it permits now. */
export async function whoami(session: Session, options: AccessOptions): Work {
  const { reporter } = session;
  const api = openApi(session, options);
  const { body: me } = await api.call<Me>({ method: "GET", path: "/api/me" });
  const { bold, dim } = reporter.out;
  reporter.document({ ...me, apiUrl: api.access.baseUrl });
  const facts: [string, string][] = [
    ["User", `${bold(me.user.email)} (${me.user.name})`],
    ["Tenant", `${me.tenant.name} ${dim(`${me.tenant.slug} · ${me.tenant.id}`)}`],
    ["Permits", me.permissions.join(", ") || "reading what any token may"],
    ["Ends", me.expiresAt],
    ["Platform", api.access.baseUrl],
  ];
  reporter.print(formatFacts(facts, dim));
  return undefined;
}
