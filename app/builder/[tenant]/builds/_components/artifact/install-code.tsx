"use client";

import { trpc } from "@/app/_trpc/client.tsx";
import { useOrigin } from "@/app/_ui/data/clock.tsx";
import { QrCode } from "@/app/_ui/data/qr-code.tsx";
import type { InstallKind } from "@/server/domains/builds/artifacts/policy.ts";
import classes from "./build-artifact.module.css";

/** A link lasts ten minutes; the code on a page that is open is never an old one. */
const REFRESH_INTERVAL_MS = 8 * 60_000;

/** QR code by which a phone installs the artifact, without signing in. */
export function InstallCode({ tenant, buildId }: { tenant: string; buildId: string }) {
  const origin = useOrigin();
  const { data: link } = trpc.builds.installLink.useQuery(
    { tenant, buildId },
    { refetchInterval: REFRESH_INTERVAL_MS, staleTime: REFRESH_INTERVAL_MS },
  );
  if (!link || !origin) return <div className={classes.install} aria-busy="true" />;
  const obstacle = findObstacle(link, origin);
  if (obstacle || link.path === null) {
    return (
      <div className={classes.install}>
        <p className={classes.installText}>{obstacle}</p>
      </div>
    );
  }
  return (
    <div className={classes.install}>
      <QrCode text={toInstallUrl(link.kind, `${origin}${link.path}`)} label="QR code of the install link" />
      <div className={classes.installText}>
        <p>Scan with a phone to install. No sign-in required.</p>
        <p>The link expires after 10 minutes; this page renews it.</p>
      </div>
    </div>
  );
}

/** iOS installs from a manifest only. */
const toInstallUrl = (kind: InstallKind, url: string): string =>
  kind === "apk" ? url : `itms-services://?action=download-manifest&url=${encodeURIComponent(url)}`;

function findObstacle(
  { kind, path }: { kind: InstallKind; path: string | null },
  origin: string,
): string | null {
  if (path === null) return "Phones can’t install this .ipa: its Info.plist is missing or invalid.";
  if (kind === "ipa" && !origin.startsWith("https:")) return "iOS installs apps over HTTPS only.";
  return null;
}
