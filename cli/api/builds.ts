import type { ApiClient } from "./client.ts";
import type { Build } from "./responses.ts";

export const getBuildPath = (buildId: string): string => `/api/builds/${encodeURIComponent(buildId)}`;

export const getBuild = (api: ApiClient, buildId: string): Promise<Build> => api.get(getBuildPath(buildId));

/** Log of a build from an offset; empty at its end. */
export async function readLog(api: ApiClient, buildId: string, start: number) {
  const { status, text, headers } = await api.requestText({
    path: `${getBuildPath(buildId)}/log`,
    headers: { Accept: "text/plain", Range: `bytes=${start}-` },
    // 416: the range starts at the end.
    otherStatuses: [416],
  });
  const isClosed = headers["x-log-status"] === "closed";
  if (status === 416) return { text: "", end: start, isClosed };
  return { text, end: start + Buffer.byteLength(text), isClosed };
}
