import { rowIdSql } from "../data/ids.ts";
import { DESCRIPTION, PLUGINS, TENANTS } from "../data/world.ts";
import { SUBMIT_LISTING } from "../statements/publish.ts";
import { inPgbench } from "../statements/statement.ts";

const TENANT = rowIdSql("tenant", `:plugin % ${TENANTS}`);

const EXPRESSIONS = {
  id: rowIdSql("listing", ":serial::bigint * 10000000 + :n"),
  tenant_id: `(${TENANT})::text`,
  type: "'APP_PLUGIN'",
  slug: "'bench-plugin-' || :plugin::int",
  version: ":serial::int || '.' || :minor::int || '.0'",
  version_key: "lpad(:serial, 15, '0') || '.' || lpad(:minor, 15, '0') || '.' || repeat('0', 15) || '~'",
  name: "'Plugin ' || :plugin::int",
  description: `'${DESCRIPTION}'`,
  entity_id: rowIdSql("plugin", ":plugin"),
  now: "now()",
  audit_id: "uuidv7()",
  event_id: "uuidv7()",
  request_id: "uuidv7()",
};

export const PUBLISH_IN_PGBENCH = [
  "\\set n :clients * :i + :client_id\n",
  `\\set plugin :n % ${PLUGINS}\n\\set minor :n / ${PLUGINS}\n`,
  inPgbench(SUBMIT_LISTING, EXPRESSIONS),
].join("");
