import type { Problem } from "@/app/_trpc/problem.ts";
import { setSessionExpired } from "@/app/_trpc/query-client.ts";

export interface UploadProgress {
  sentBytes: number;
  totalBytes: number;
}

/**
 * Upload with progress, by XMLHttpRequest: `fetch` reports none. A refusal is returned, not thrown, since it is shown at
 * a field. A cancelled upload has no problem.
 */
export function uploadBytes<T>(
  request: { method: "POST" | "PUT"; path: string; body: Blob; mediaType: string },
  onProgress: (progress: UploadProgress) => void,
  signal?: AbortSignal,
): Promise<{ result: T } | { problem: Problem | undefined }> {
  return new Promise((resolve) => {
    const xhr = new XMLHttpRequest();
    xhr.open(request.method, request.path);
    xhr.setRequestHeader("Content-Type", request.mediaType);
    xhr.upload.onprogress = ({ loaded, total }) => onProgress({ sentBytes: loaded, totalBytes: total });
    xhr.onload = () => {
      const response = parseJson(xhr.responseText);
      if (xhr.status === 401) setSessionExpired(true);
      if (xhr.status >= 200 && xhr.status < 300) resolve({ result: response as T });
      else resolve({ problem: toProblem(response) });
    };
    xhr.onerror = () => resolve({ problem: toProblem(null) });
    xhr.onabort = () => resolve({ problem: undefined });
    signal?.addEventListener("abort", () => xhr.abort());
    if (signal?.aborted) return resolve({ problem: undefined });
    xhr.send(request.body);
  });
}

function toProblem(response: unknown): Problem {
  const { detail, code, errors, requestId } = (response ?? {}) as {
    detail?: string;
    code?: Problem["code"];
    errors?: Problem["fields"];
    requestId?: string;
  };
  return {
    message: detail ?? "Upload interrupted. Check your connection and try again.",
    code: code ?? null,
    fields: errors ?? [],
    requestId: requestId ?? null,
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
