import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { VERSION } from "@/server/core/env/version.ts";
import type { Download } from "@/server/storage/object-store.ts";
import { AppError } from "@/shared/errors.ts";
import { DownloadBody } from "./download.ts";
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

/** npm package of the CLI or the worker, which `npm run build` and `npm start` write. @throws AppError `UNAVAILABLE` without a build */
async function openPackage(program: "cli" | "worker"): Promise<Download> {
  const bytes = await readFile(resolve("dist", `${program}.tgz`)).catch((cause: unknown) => {
    throw new AppError("UNAVAILABLE", `The package of the ${program} is not available.`, { cause });
  });
  return {
    fileName: `drydock-${program}-${VERSION}.tgz`,
    sizeBytes: bytes.byteLength,
    sha256: createHash("sha256").update(bytes).digest("hex"),
    headers: { "Cache-Control": "public, no-cache, no-transform" },
    open: async (range) => singleChunk(range ? bytes.subarray(range.start, range.end + 1) : bytes),
  };
}

async function* singleChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
