import { useEffect, useRef, useState } from "react";
import type { Problem } from "@/app/_trpc/problem.ts";
import { formatBytes } from "@/app/_ui/format.ts";
import type { ArchiveView } from "@/server/domains/items/archives/upload.ts";
import { ARCHIVE_LIMITS } from "@/shared/plugin/limits.ts";
import { type UploadProgress, uploadBytes } from "../upload-bytes.ts";

export type ArchiveState =
  | { kind: "none" }
  | { kind: "sending"; file: File; progress: UploadProgress }
  | { kind: "refused"; file: File; problem: Problem }
  | { kind: "stored"; file: File; archive: ArchiveView };

/** Upload of a plugin archive under the SHA-256 of its bytes. An interrupted upload starts again from zero. */
export function useArchiveUpload(
  tenant: string,
  { onStored, onRemoved }: { onStored: (archive: ArchiveView) => void; onRemoved: () => void },
) {
  const [state, setState] = useState<ArchiveState>({ kind: "none" });
  const controller = useRef<AbortController>(undefined);
  useEffect(() => () => controller.current?.abort(), []);

  function remove() {
    controller.current?.abort();
    setState({ kind: "none" });
    onRemoved();
  }

  async function pick(file: File) {
    controller.current?.abort();
    const current = new AbortController();
    controller.current = current;
    const refuse = (problem: Problem) => setState({ kind: "refused", file, problem });
    const localProblem = findProblem(file);
    if (localProblem) return refuse(localProblem);
    setState({ kind: "sending", file, progress: { sentBytes: 0, totalBytes: file.size } });
    const sha256 = await computeSha256(file).catch(() => null);
    if (current.signal.aborted) return;
    if (!sha256) return refuse(toProblem("The file can’t be read. Choose it again."));
    const response = await uploadBytes<ArchiveView>(
      {
        method: "PUT",
        path: `/api/uploads/${tenant}/archives/${sha256}`,
        body: file,
        mediaType: "application/gzip",
      },
      (progress) => setState({ kind: "sending", file, progress }),
      current.signal,
    );
    if (current.signal.aborted) return;
    if ("problem" in response) return response.problem ? refuse(response.problem) : remove();
    setState({ kind: "stored", file, archive: response.result });
    onStored(response.result);
  }

  return { state, pick, remove };
}

function findProblem(file: File): Problem | null {
  if (!globalThis.crypto?.subtle) {
    return toProblem("Uploads require HTTPS. Use the CLI: cli plugin publish.");
  }
  if (file.size > ARCHIVE_LIMITS.packedBytes) {
    return toProblem(
      `${file.name} is ${formatBytes(file.size)}. The limit is ${formatBytes(ARCHIVE_LIMITS.packedBytes)}.`,
    );
  }
  return file.size === 0 ? toProblem(`${file.name} is empty.`) : null;
}

const toProblem = (message: string): Problem => ({ message, code: null, fields: [], requestId: null });

async function computeSha256(file: File): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", await file.arrayBuffer());
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
