import { parseArgs } from "node:util";
import { systemContext } from "@/server/core/context.ts";
import { dropBacklog, releaseBacklog } from "@/server/domains/notifications/callbacks/outbound-backlog.ts";
import { senderSettings } from "../domains/notifications/callbacks/sender.ts";
import { runCommand } from "./run-command.ts";

const USAGE = `npm run --silent outbound -- release|drop --before <time>
After a restore, with OUTBOUND=hold: sends or drops the callbacks of events before a time, and the email queued before it, such as --before 2026-01-31T12:00:00Z.`;

await runCommand(USAGE, async (print) => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { before: { type: "string", default: "" } },
  });
  const [action, ...others] = positionals;
  if ((action !== "release" && action !== "drop") || others.length > 0)
    throw new Error("say release or drop");
  const before = new Date(values.before);
  if (!/^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:\d\d)$/.test(values.before) || Number.isNaN(before.getTime()))
    throw new Error("--before must be a time with a zone, such as 2026-01-31T12:00:00Z");
  const ctx = systemContext("outbound command");
  const { deliveries, mails } =
    action === "drop" ? await dropBacklog(ctx, before) : await releaseBacklog(ctx, before, senderSettings());
  print(`${action === "drop" ? "Dropped" : "Released"}: ${deliveries} callbacks, ${mails} emails`);
});
