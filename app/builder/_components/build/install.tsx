"use client";

import { ButtonLink } from "../../../_ui/actions/button";
import { useOrigin } from "../use-origin";
import classes from "./build-artifact.module.css";
import type { BuildDetail } from "./build-view";
import { QrCode } from "./qr-code";

/** Where the artifact can be fetched from: here, or a web address that the worker reported. Null where it is neither. */
function downloadOf({ id, storedArtifact, artifactPath }: BuildDetail): string | null {
  if (storedArtifact) return `/api/builds/${id}/artifact`;
  return artifactPath && /^https?:\/\//.test(artifactPath) ? artifactPath : null;
}

/** Download here, or on a phone by its camera. */
export function Install({ build }: { build: BuildDetail }) {
  const origin = useOrigin();
  const href = downloadOf(build);
  if (!href) return null;
  const address = href.startsWith("/") ? `${origin}${href}` : href;
  return (
    <div className={classes.install}>
      {origin && <QrCode text={address} label="QR code of the download's address" />}
      <div className={classes.installText}>
        <p>
          Point a phone’s camera at the code to install it there.
          {build.storedArtifact && " The phone asks for a member’s sign-in first."}
        </p>
        <ButtonLink href={href} isDownload variant="filled">
          Download
        </ButtonLink>
      </div>
    </div>
  );
}
