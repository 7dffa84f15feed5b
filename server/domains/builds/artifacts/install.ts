import { createSession, type SessionClaim } from "@/server/auth/sessions/load-session.ts";
import { signLinkToken, verifyLinkToken } from "@/server/auth/tokens/link-token.ts";
import { requirePermission } from "@/server/core/authorize.ts";
import { type Actor, type Context, createContext, type TenantContext } from "@/server/core/context.ts";
import { publicOrigin } from "@/server/core/env/public-origin.ts";
import { type Download, objectStore } from "@/server/storage/object-store.ts";
import { notFound } from "@/shared/errors.ts";
import { enterTenantOfBuild } from "../records/service.ts";
import { type InstallKind, toInstallKind } from "./policy.ts";
import { readPropertyList } from "./property-list.ts";
import { artifactKey, findArtifact, openArtifact } from "./service.ts";
import { readZipEntry } from "./zip-entry.ts";

/** Lifetime of an install link: time to scan it and to start the download. */
export const INSTALL_LINK_TTL_MS = 10 * 60_000;

export interface InstallLink {
  kind: InstallKind;
  /** Path and query of the `.apk`, or of the manifest of an `.ipa`; null for an `.ipa` that does not name its bundle. */
  path: string | null;
  expiresAt: string;
}

/**
 * Link by which a phone without a session installs the artifact of a build. It does what its user may do, for as long as
 * the user's session lasts, and at most `INSTALL_LINK_TTL_MS`. Needs `BUILDS_READ`.
 * @throws AppError `PERMISSION_DENIED`; `NOT_FOUND`, also for an artifact that a phone does not install
 */
export async function createInstallLink(ctx: TenantContext, buildId: string): Promise<InstallLink> {
  requirePermission(ctx, "BUILDS_READ");
  const artifact = await findArtifact(ctx, buildId);
  const kind = artifact && toInstallKind(artifact.fileName);
  const owner = sessionOf(ctx.actor);
  if (!kind || !owner) throw notFound("artifact");
  const expiresAt = new Date(ctx.now().getTime() + INSTALL_LINK_TTL_MS);
  const isInstallable = kind === "apk" || (await readBundle(artifact)) !== null;
  const token = await signLinkToken({
    id: ctx.newId(),
    owner,
    resource: toResource(buildId),
    issuedAt: ctx.now(),
    expiresAt,
  });
  const path = kind === "apk" ? installPath(buildId, token) : manifestPath(buildId, token);
  return { kind, path: isInstallable ? path : null, expiresAt: expiresAt.toISOString() };
}

function sessionOf(actor: Actor): SessionClaim | null {
  if (actor.kind !== "user") return null;
  const { userId, sessionId, sessionVersion } = actor;
  return sessionId === undefined || sessionVersion === undefined
    ? null
    : { userId, sessionId, sessionVersion };
}

/** Artifact as a download by an install link. @throws AppError `NOT_FOUND`, also for a link that has expired */
export async function openInstall(ctx: Context, buildId: string, token: string): Promise<Download> {
  return openArtifact(await enterByLink(ctx, buildId, token), buildId);
}

/** Manifest from which iOS installs an `.ipa`. @throws AppError as `openInstall` */
export async function openInstallManifest(ctx: Context, buildId: string, token: string): Promise<Download> {
  const inTenant = await enterByLink(ctx, buildId, token);
  const artifact = await findArtifact(inTenant, buildId);
  const bundle = artifact && toInstallKind(artifact.fileName) === "ipa" ? await readBundle(artifact) : null;
  if (!bundle) throw notFound("install manifest");
  const bytes = Buffer.from(toInstallManifest(bundle, `${publicOrigin()}${installPath(buildId, token)}`));
  return {
    fileName: "manifest.plist",
    sizeBytes: bytes.byteLength,
    sha256: null,
    mediaType: "text/xml; charset=utf-8",
    headers: { "Cache-Control": "no-store" },
    open: async ({ start, end } = { start: 0, end: bytes.byteLength - 1 }) =>
      (async function* () {
        yield bytes.subarray(start, end + 1);
      })(),
  };
}

async function enterByLink(ctx: Context, buildId: string, token: string): Promise<TenantContext> {
  const claim = await verifyLinkToken(token, toResource(buildId), ctx.now());
  const owner = claim && (await createSession(claim).owner());
  if (!owner) throw notFound("install link");
  return enterTenantOfBuild(createContext(owner, ctx.requestId), buildId);
}

const toResource = (buildId: string): string => `install ${buildId}`;
const installPath = (buildId: string, token: string) => `/api/builds/${buildId}/install?token=${token}`;
const manifestPath = (buildId: string, token: string) =>
  `/api/builds/${buildId}/install-manifest?token=${token}`;

type Artifact = NonNullable<Awaited<ReturnType<typeof findArtifact>>>;

const INFO_PLIST = /^Payload\/[^/]{1,200}\.app\/Info\.plist$/;

/** Bundle of an `.ipa`; null if it cannot be read. */
async function readBundle(artifact: Artifact): Promise<AppBundle | null> {
  const read = async (start: number, length: number) => {
    const stored = await objectStore().get(artifactKey(artifact), { start, end: start + length - 1 });
    if (!stored) throw new Error(`the artifact ${artifact.id} is missing in the object store`);
    const chunks: Uint8Array[] = [];
    for await (const chunk of stored.body) chunks.push(chunk);
    return Buffer.concat(chunks);
  };
  const entry = await readZipEntry(read, artifact.sizeBytes, (name) => INFO_PLIST.test(name));
  const texts = entry && readPropertyList(entry);
  const id = texts?.get("CFBundleIdentifier");
  if (!texts || !id) return null;
  const version = texts.get("CFBundleShortVersionString") ?? texts.get("CFBundleVersion") ?? "1.0";
  return { id, version, title: texts.get("CFBundleDisplayName") ?? texts.get("CFBundleName") ?? id };
}

/** Identity of an iOS app, from its `Info.plist`. */
interface AppBundle {
  id: string;
  version: string;
  title: string;
}

/** Manifest of an app that iOS installs over the air: where its `.ipa` is, and which app that is. */
const toInstallManifest = (
  { id, version, title }: AppBundle,
  url: string,
): string => `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
  <key>items</key>
  <array>
    <dict>
      <key>assets</key>
      <array>
        <dict>
          <key>kind</key><string>software-package</string>
          <key>url</key><string>${toXmlText(url)}</string>
        </dict>
      </array>
      <key>metadata</key>
      <dict>
        <key>bundle-identifier</key><string>${toXmlText(id)}</string>
        <key>bundle-version</key><string>${toXmlText(version)}</string>
        <key>kind</key><string>software</string>
        <key>title</key><string>${toXmlText(title)}</string>
      </dict>
    </dict>
  </array>
</dict>
</plist>
`;

/** Text in XML, without the control characters that XML has no form for. */
const toXmlText = (text: string): string =>
  text
    .replaceAll(/(?![\t\n])\p{Cc}|[\uFFFE\uFFFF]/gu, "")
    .toWellFormed()
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");
