import type { Problem } from "../../_trpc/problem";

/** How much of an upload has left the browser. */
export interface UploadProgress {
  sentBytes: number;
  totalBytes: number;
}

/**
 * Sends bytes from the page and tells how it goes, which `fetch` does not.
 * What it is refused for is given back and not thrown: it belongs to a field. One that was cancelled has no problem.
 */
export function sendBytes<T>(
  request: { method: "POST" | "PUT"; path: string; body: Blob; mediaType: string },
  onProgress: (progress: UploadProgress) => void,
  signal?: AbortSignal,
): Promise<{ sent: T } | { problem: Problem | undefined }> {
  return new Promise((resolve) => {
    const transfer = new XMLHttpRequest();
    transfer.open(request.method, request.path);
    transfer.setRequestHeader("Content-Type", request.mediaType);
    transfer.upload.onprogress = ({ loaded, total }) => onProgress({ sentBytes: loaded, totalBytes: total });
    transfer.onload = () => {
      const answer = parse(transfer.responseText);
      if (transfer.status >= 200 && transfer.status < 300) resolve({ sent: answer as T });
      else resolve({ problem: problemOf(answer) });
    };
    transfer.onerror = () => resolve({ problem: problemOf(null) });
    transfer.onabort = () => resolve({ problem: undefined });
    signal?.addEventListener("abort", () => transfer.abort());
    if (signal?.aborted) return resolve({ problem: undefined });
    transfer.send(request.body);
  });
}

function problemOf(answer: unknown): Problem {
  const { detail, code, errors, requestId } = (answer ?? {}) as {
    detail?: string;
    code?: Problem["code"];
    errors?: Problem["fields"];
    requestId?: string;
  };
  return {
    message: detail ?? "The upload broke off. Check your connection and try again.",
    code: code ?? null,
    fields: errors ?? [],
    requestId: requestId ?? null,
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
