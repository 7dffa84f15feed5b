import { useEffect, useRef, useState } from "react";
import type { ArchiveView } from "@/server/archives/upload.ts";
import type { Problem } from "../../../_trpc/problem";
import { formatBytes } from "../../../_ui/format";
import { sendBytes, type UploadProgress } from "../upload/send-bytes";

export type Archive = ArchiveView;

/** What the server takes at the most; asking it would cost whoever picks a larger file the whole upload. */
const MOST_BYTES = 20 * 1_048_576;

/** What has become of the archive that was picked. */
export type ArchiveState =
  | { kind: "none" }
  | { kind: "sending"; file: File; progress: UploadProgress }
  | { kind: "refused"; file: File; problem: Problem }
  | { kind: "stored"; file: File; archive: Archive };

/**
 * Uploads a plugin's archive under the digest of its bytes. What broke off is sent again from the start: it is 20 MiB at
 * the most, and the same bytes are stored once.
 */
export function useArchive(tenant: string, onStored: (archive: Archive) => void) {
  const [state, setState] = useState<ArchiveState>({ kind: "none" });
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  function drop() {
    running.current?.abort();
    setState({ kind: "none" });
  }

  async function pick(file: File) {
    running.current?.abort();
    const own = new AbortController();
    running.current = own;
    const refuse = (problem: Problem) => setState({ kind: "refused", file, problem });
    const hindrance = hindranceOf(file);
    if (hindrance) return refuse(hindrance);
    setState({ kind: "sending", file, progress: { sentBytes: 0, totalBytes: file.size } });
    const sha256 = await digestOf(file).catch(() => null);
    if (own.signal.aborted) return;
    if (!sha256)
      return refuse(problemOf("The file cannot be read. It may have changed or moved; choose it again."));
    const outcome = await sendBytes<Archive>(
      {
        method: "PUT",
        path: `/api/uploads/${tenant}/archives/${sha256}`,
        body: file,
        mediaType: "application/gzip",
      },
      (progress) => setState({ kind: "sending", file, progress }),
      own.signal,
    );
    if (own.signal.aborted) return;
    if ("problem" in outcome) return outcome.problem ? refuse(outcome.problem) : drop();
    setState({ kind: "stored", file, archive: outcome.sent });
    onStored(outcome.sent);
  }

  return { state, pick, drop };
}

function hindranceOf(file: File): Problem | null {
  if (!globalThis.crypto?.subtle) {
    return problemOf("The browser takes digests over https only. Use the command line: cli plugin publish.");
  }
  if (file.size > MOST_BYTES) {
    return problemOf(
      `${file.name} has ${formatBytes(file.size)}; an archive may have up to ${formatBytes(MOST_BYTES)}.`,
    );
  }
  return file.size === 0 ? problemOf(`${file.name} is empty.`) : null;
}

const problemOf = (message: string): Problem => ({ message, code: null, fields: [], requestId: null });

async function digestOf(file: File): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", await file.arrayBuffer());
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
