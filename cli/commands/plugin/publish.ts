import type { AccessOptions } from "../../api/access.ts";
import type { Api } from "../../api/api.ts";
import type { Listing, Me } from "../../api/views.ts";
import type { PublishDocument } from "../../documents.ts";
import { EXIT, Failure } from "../../failure.ts";
import { readChangelog } from "../../project/changelog.ts";
import { openApi, type Session, unlessStopped, type Work } from "../../session.ts";
import { describeListing, sentenceOf } from "../listing/describe.ts";
import { findReview, followDecision, outcomeOf, readListing } from "../listing/follow.ts";
import { requireWait } from "../require-wait.ts";
import { rehearse } from "./dry-run.ts";
import { type PackedProject, packProject, writeArchive } from "./pack-project.ts";
import { registerPlugin, submit, uploadArchive } from "./steps.ts";

export interface PublishOptions extends AccessOptions {
  wait?: true;
  timeout?: number;
  dryRun?: true;
}

/**
 * Takes a plugin from its folder to the moderators: checks and packs it, registers it when it is new, uploads the
 * archive and hands the version in. Each step may be repeated: the archive is known by its hash, and the version by a
 * key made of what is handed in, so that the same command after a cut finds what the first had done.
 */
export async function publishPlugin(session: Session, folder: string, options: PublishOptions): Work {
  requireWait(options);
  const api = openApi(session, options);
  const packed = await packProject(session, folder, api.access.token);
  const changelog = readChangelog(packed.folder, packed.manifest);
  if (changelog === null) {
    const message = `says nothing about ${packed.manifest.version}; reviewers and users will miss it`;
    session.reporter.warn(`CHANGELOG.md ${message}`);
    packed.warnings.push({ path: "CHANGELOG.md", message });
  }
  const me = await requirePublisher(api);
  if (options.dryRun) return rehearse(session, api, packed, changelog);
  writeArchive(session, packed);
  const entityId = await unlessStopped(session, bring(session, api, packed, me), {
    message: "Stopped; the version was not handed in.",
    hint: GO_ON,
  });
  const submitting = submit(api, { ...packed, entityId, changelog });
  const { listing, replayed } = await unlessStopped(session, submitting, {
    message: "Stopped while the version was handed in; it may wait for approval already.",
    hint: GO_ON,
  });
  return conclude(session, api, { packed, me, replayed, options, listing });
}

const GO_ON = "Run the same command again to go on; nothing is handed in twice.";

/** Brings to the platform what a submission refers to. */
async function bring(
  session: Session,
  api: Api,
  { manifest, archive }: PackedProject,
  me: Me,
): Promise<string> {
  const entityId = await registerPlugin(session, api, manifest, me.tenant.name);
  await uploadArchive(session, api, archive);
  return entityId;
}

interface Submitted {
  packed: PackedProject;
  me: Me;
  replayed: boolean;
  options: PublishOptions;
  listing: Listing;
}

async function conclude(session: Session, api: Api, submitted: Submitted): Work {
  const { reporter } = session;
  const { packed, me, replayed, options } = submitted;
  // The answer to a repeat is the first one; what became of the listing since then is asked for.
  const now = replayed ? await readListing(api, submitted.listing.id) : submitted.listing;
  reporter.step(
    replayed ? "This version was handed in before; nothing new was" : `Handed in ${now.slug} ${now.version}`,
  );
  const listing = options.wait ? await followDecision(session, api, now, options.timeout) : now;
  reporter.document({
    ...listing,
    archive: { path: packed.path, sha256: packed.archive.sha256, sizeBytes: packed.archive.bytes.length },
    replayed,
  } satisfies PublishDocument);
  const review = listing.status === "PENDING_APPROVAL" ? null : await findReview(api, listing.id);
  const place = { baseUrl: api.access.baseUrl, tenantSlug: me.tenant.slug };
  reporter.print(describeListing(listing, reporter, place, review));
  if (!["PENDING_APPROVAL", "APPROVED"].includes(listing.status)) {
    reporter.note(`${sentenceOf(listing)}. Raise "version" in plugin.json and hand in the next one.`);
  }
  return options.wait || replayed ? settle(listing, options) : EXIT.done;
}

function settle(listing: Listing, { wait }: PublishOptions) {
  const outcome = outcomeOf(listing);
  return outcome === EXIT.stillPending && !wait ? EXIT.done : outcome;
}

/** Before anything is sent: whether the token may publish at all. */
async function requirePublisher(api: Api): Promise<Me> {
  const { body: me } = await api.call<Me>({ method: "GET", path: "/api/me" });
  if (me.permissions.includes("MARKETPLACE_PUBLISH")) return me;
  throw new Failure({
    code: "PERMISSION_DENIED",
    message: `The token of ${me.user.email} does not permit MARKETPLACE_PUBLISH.`,
    hint: `Make one that does at ${api.access.baseUrl}/builder/${me.tenant.slug}/settings/tokens.`,
  });
}
