/** Where an artifact is, as workers report it and people read it. */
export const artifactPath = (artifact: { id: string; buildId: string; fileName: string }): string =>
  `artifacts/${artifact.buildId}/${artifact.id}/${artifact.fileName}`;

/** The id of the artifact that a path of a build names; null for a path that is none of the platform's own. */
export function artifactIdOf(buildId: string, path: string | null): string | null {
  const [room, build, id] = path?.split("/") ?? [];
  return room === "artifacts" && build === buildId && id !== undefined && UUID.test(id) ? id : null;
}

/** The key of an artifact in the object store. */
export const artifactKey = ({ id, tenantId, buildId }: { id: string; tenantId: string; buildId: string }) =>
  `artifacts/${tenantId}/${buildId}/${id}`;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
