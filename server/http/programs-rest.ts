import { DownloadBody } from "./download.ts";
import { openPackage } from "./programs.ts";
import { route } from "./route.ts";

const PUBLIC = { method: "GET", credential: "none", status: 200, response: DownloadBody } as const;

export const getCliPackage = route({
  ...PUBLIC,
  path: "/cli.tgz",
  summary: "Download the CLI of this version as an npm package",
  handle: () => openPackage("cli"),
});

export const getWorkerPackage = route({
  ...PUBLIC,
  path: "/worker.tgz",
  summary: "Download the build worker of this version as an npm package",
  handle: () => openPackage("worker"),
});
