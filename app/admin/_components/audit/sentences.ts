import type { AuditAction } from "@/server/platform/audit.ts";
import { truncate } from "@/server/platform/truncate.ts";
import type { Fields } from "./changes";

/** Action in the past tense, its actor left out. */
const SENTENCES: Record<AuditAction, string> = {
  "api_token.create": "Created an API token",
  "api_token.revoke": "Revoked an API token",
  "app.archive": "Archived an app",
  "app.create": "Created an app",
  "app.delete": "Deleted an app",
  "app.delete_variable": "Deleted a variable",
  "app.edit": "Edited an app",
  "app.restore": "Restored an app",
  "app.set_variable": "Set a variable",
  "archive.block": "Blocked an archive",
  "archive.collect": "Removed an unused archive",
  "archive.unblock": "Unblocked an archive",
  "archive.upload": "Uploaded an archive",
  "billing_event.ignore": "Ignored a billing event",
  "billing_event.process": "Processed a billing event",
  "billing_event.process_again": "Reprocessed a billing event",
  "billing_event.receive": "Received a billing event",
  "billing_event.redact": "Redacted a billing event",
  "build.abandon": "Failed an abandoned build",
  "build.cancel": "Canceled a build",
  "build.claim": "Claimed a build",
  "build.fail": "Failed a build",
  "build.queue": "Queued a build",
  "build.release": "Released a build",
  "build.report": "Reported on a build",
  "build.retry": "Retried a build",
  "build.store_artifact": "Stored a build’s artifact",
  "build_view.delete": "Deleted a saved view",
  "build_view.save": "Saved a view",
  "channel.create": "Created an endpoint",
  "channel.disable": "Disabled an endpoint",
  "channel.pause": "Paused an endpoint",
  "channel.redeliver_failed": "Redelivered failed deliveries",
  "channel.resume": "Resumed an endpoint",
  "channel.rotate_secret": "Rotated an endpoint’s secret",
  "channel.settle_parked": "Resolved an endpoint’s deliveries on hold",
  "channel.test": "Tested an endpoint",
  "channel.update": "Edited an endpoint",
  "delivery.redeliver": "Redelivered a delivery",
  "entity.edit": "Edited a plugin or theme",
  "entity.register": "Registered a plugin or theme",
  "failure_notice.create": "Added a notice to a failure",
  "failure_notice.end": "Ended a notice of a failure",
  "featured_item.add": "Featured an item",
  "featured_item.move": "Moved a featured item",
  "featured_item.remove": "Stopped featuring an item",
  "installation.hold": "Held back an update",
  "installation.release": "Released a held update",
  "installation.remove": "Uninstalled an item",
  "installation.roll_back": "Rolled back an installation",
  "installation.set": "Installed or changed an item",
  "installation.update": "Updated an installation",
  "invitation.create": "Created an invitation",
  "invitation.revoke": "Revoked an invitation",
  "item_report.create": "Reported a problem with an item",
  "item_report.dismiss": "Dismissed a problem report",
  "item_report.resolve": "Resolved a problem report",
  "listing.approve": "Approved a listing",
  "listing.check": "Checked a listing",
  "listing.message": "Sent a message about a listing",
  "listing.note": "Added an internal note to a listing",
  "listing.publish": "Submitted a listing",
  "listing.recheck": "Rechecked a listing",
  "listing.reject": "Rejected a listing",
  "listing.restore": "Restored a listing",
  "listing.suspend": "Suspended a listing",
  "listing.take_over": "Took over a review",
  "listing.undo": "Undid a decision on a listing",
  "listing.withdraw": "Withdrew a listing",
  "membership.change_role": "Changed a member’s role",
  "membership.join": "Joined a workspace",
  "membership.join_as_new": "Created an account and joined a workspace",
  "membership.leave": "Left a workspace",
  "membership.remove": "Removed a member",
  "rollout.advance": "Opened a ring of a rollout",
  "rollout.complete": "Completed a rollout",
  "rollout.discard": "Discarded a rollout",
  "rollout.hold": "Held a rollout",
  "rollout.resume": "Resumed a rollout",
  "rollout.roll_back": "Rolled back a rollout",
  "rollout.start": "Started a rollout",
  "rollout.stop": "Stopped a rollout",
  "rollout.supersede": "Superseded a rollout",
  "saved_reply.create": "Created a saved reply",
  "saved_reply.delete": "Deleted a saved reply",
  "saved_reply.edit": "Edited a saved reply",
  "tenant.create": "Created a workspace",
  "tenant.rename": "Renamed a workspace",
  "tenant.restore": "Restored a workspace",
  "tenant.sign_up": "Signed up with a workspace",
  "tenant.suspend": "Suspended a workspace",
  "tenant.unverify": "Removed the verification of a publisher",
  "tenant.verify": "Verified a publisher",
  "theme.add_preview": "Added a preview image to a theme",
  "theme.collect_preview": "Removed an unused preview image",
  "theme.edit_preview": "Edited a preview image of a theme",
  "theme.remove_preview": "Removed a preview image from a theme",
  "theme.save": "Saved a theme",
  "user.create": "Created a user",
  "user.disable": "Disabled a user",
  "user.enable": "Enabled a user",
  "user.end_sessions": "Signed a user out everywhere",
  "user.grant_super_admin": "Made a user a Super Admin",
  "user.make_super_admin": "Created a Super Admin",
  "user.mute_notices": "Changed notification preferences",
  "user.revoke_super_admin": "Removed a Super Admin’s role",
  "worker.drain": "Drained a worker",
  "worker.forget": "Removed a worker",
  "worker.resume": "Resumed a worker",
};

/** "Approved a listing" for `listing.approve`; the action itself if this version does not know it. */
export const describeAction = (action: string): string =>
  Object.hasOwn(SENTENCES, action) ? SENTENCES[action as AuditAction] : action;

interface Entry {
  action: string;
  before: Fields;
  after: Fields;
}

/** Sentence of an entry: "Renamed a workspace: name from Acme to Acme Studio". */
export function describeEntry({ action, before, after }: Entry): string {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  if (action === "listing.check" && after?.["state"] === "DONE")
    return `${describeAction(action)}: ${describeFindings(after)}`;
  const changes = fields.flatMap((field) => describeChange(field, before, after) ?? []);
  return changes.length > 0 ? `${describeAction(action)}: ${changes.join(", ")}` : describeAction(action);
}

/** "2 high, 1 low", or "no findings". */
function describeFindings(counts: NonNullable<Fields>): string {
  const found = ["high", "medium", "low"].filter((severity) => counts[severity] !== 0);
  return found.length === 0
    ? "no findings"
    : found.map((severity) => `${describeValue(counts[severity])} ${severity}`).join(", ");
}

function describeChange(field: string, before: Fields, after: Fields): string | undefined {
  const [from, to] = [before?.[field], after?.[field]].map(describeValue);
  const label = describeField(field);
  if (from === to) return undefined;
  if (from === undefined) return `${label} ${to}`;
  if (to !== undefined) return `${label} from ${from} to ${to}`;
  return after === null ? `${label} ${from}` : `${label} ${from} removed`;
}

/** "expires at" for `expiresAt`, "tenant ID" for `tenantId`. */
const describeField = (field: string): string =>
  field
    .replaceAll(/([a-z])([A-Z])/g, (_, end: string, start: string) => `${end} ${start.toLowerCase()}`)
    .replace(/\bid\b/, "ID");

const MAX_VALUE_LENGTH = 40;
const SHOWN_ID_LENGTH = 8;

/** Value in words; undefined for what is empty. */
function describeValue(value: unknown): string | undefined {
  if (value === undefined || value === null || value === "") return undefined;
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value)) {
    const items = value.map((item) => describeValue(item) ?? "");
    return items.length === 0 ? "none" : truncate(items.join(" and "), MAX_VALUE_LENGTH);
  }
  return typeof value === "string" ? describeText(value) : truncate(JSON.stringify(value), MAX_VALUE_LENGTH);
}

function describeText(text: string): string {
  if (/^[A-Z]+(_[A-Z]+)*$/.test(text) && text.length > 3) {
    return text.charAt(0) + text.slice(1).toLowerCase().replaceAll("_", " ");
  }
  if (isIdOrDigest(text)) return `${text.slice(0, SHOWN_ID_LENGTH)}…`;
  const [, day, minute] = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)[\d:.]*Z$/.exec(text) ?? [];
  return day ? `${day} ${minute} UTC` : truncate(text.replaceAll(/\s+/g, " "), MAX_VALUE_LENGTH);
}

const UUID_LENGTH = 36;
const MIN_DIGEST_LENGTH = 40;

const isIdOrDigest = (text: string): boolean =>
  text.length === UUID_LENGTH
    ? /^[0-9a-f]{8}-[0-9a-f-]*$/.test(text)
    : text.length >= MIN_DIGEST_LENGTH && /^[0-9a-f]*$/.test(text);
