import { z } from "zod";
import { DownloadBody, TextDownloadBody } from "@/server/http/download.ts";
import { route } from "@/server/http/route.ts";
import { ANY_MEDIA_TYPE } from "@/server/http/upload.ts";
import { MAX_ARTIFACT_BYTES } from "@/shared/bounds.ts";
import { pathId, plainText } from "@/shared/text/text.ts";
import { enterTenantOfBuild } from "../records/service.ts";
import { openInstall, openInstallManifest } from "./install.ts";
import { openArtifact, StoredArtifact, storeArtifact, UploadArtifact } from "./service.ts";

export const uploadArtifact = route({
  method: "PUT",
  path: "/api/builds/{buildId}/artifact",
  summary: "Upload the artifact of a build (build workers only)",
  credential: "build-secret",
  params: z.object({ buildId: pathId() }),
  query: UploadArtifact,
  upload: { mediaTypes: [ANY_MEDIA_TYPE], limitBytes: MAX_ARTIFACT_BYTES },
  errors: ["BUILD_ALREADY_FINISHED"],
  status: 201,
  response: StoredArtifact,
  handle: async ({ ctx, params, query, bytes }) => ({
    body: await storeArtifact(ctx, params.buildId, query, bytes),
  }),
});

export const downloadArtifact = route({
  method: "GET",
  path: "/api/builds/{buildId}/artifact",
  summary: "Download the artifact of a build",
  credential: "token-or-session",
  permission: "BUILDS_READ",
  params: z.object({ buildId: pathId() }),
  status: 200,
  response: DownloadBody,
  handle: async ({ ctx, params: { buildId } }) =>
    openArtifact(await enterTenantOfBuild(ctx, buildId), buildId),
});

const InstallQuery = z.object({ token: plainText(1_024) });

export const downloadInstall = route({
  method: "GET",
  path: "/api/builds/{buildId}/install",
  summary: "Download the artifact of a build by an install link",
  credential: "none",
  params: z.object({ buildId: pathId() }),
  query: InstallQuery,
  errors: ["NOT_FOUND"],
  status: 200,
  response: DownloadBody,
  handle: ({ ctx, params: { buildId }, query: { token } }) => openInstall(ctx, buildId, token),
});

export const downloadInstallManifest = route({
  method: "GET",
  path: "/api/builds/{buildId}/install-manifest",
  summary: "Download the manifest from which iOS installs an .ipa",
  credential: "none",
  params: z.object({ buildId: pathId() }),
  query: InstallQuery,
  errors: ["NOT_FOUND"],
  status: 200,
  response: TextDownloadBody,
  handle: ({ ctx, params: { buildId }, query: { token } }) => openInstallManifest(ctx, buildId, token),
});
