import type { BuildDetail } from "@/app/_components/builds/detail/build-detail-view.ts";
import { ButtonLink } from "@/app/_ui/actions/button.tsx";
import { formatBytes } from "@/app/_ui/format.ts";

type Artifact = Pick<BuildDetail, "id" | "storedArtifact" | "artifactPath" | "sizeBytes">;

/** Download button of a build's artifact, with its size; nothing without a stored artifact or a URL that a worker reported. */
export function DownloadArtifact({ build }: { build: Artifact }) {
  const href = toDownloadUrl(build);
  if (!href) return null;
  return (
    <ButtonLink href={href} isDownload variant="filled">
      Download{build.sizeBytes && ` (${formatBytes(build.sizeBytes)})`}
    </ButtonLink>
  );
}

function toDownloadUrl({ id, storedArtifact, artifactPath }: Artifact): string | null {
  if (storedArtifact) return `/api/builds/${id}/artifact`;
  return artifactPath && /^https?:\/\//.test(artifactPath) ? artifactPath : null;
}
