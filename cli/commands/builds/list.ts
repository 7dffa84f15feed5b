import type { AccessOptions } from "../../api/access.ts";
import type { Build, BuildPage } from "../../api/views.ts";
import { openApi, type Session, type Work } from "../../session.ts";
import { formatAge } from "../../terminal/format.ts";
import { fitTable } from "../../terminal/table.ts";
import { durationOf, paintStatus, sizeOf } from "./describe.ts";

export interface ListOptions extends AccessOptions {
  app: string;
  status?: string[];
  platform?: string[];
  limit: number;
}

/** The builds of an app, newest first. */
export async function listBuilds(session: Session, options: ListOptions): Work {
  const { reporter } = session;
  const api = openApi(session, options);
  const query = new URLSearchParams({ limit: String(options.limit) });
  for (const status of options.status ?? []) query.append("status", status);
  for (const platform of options.platform ?? []) query.append("platform", platform);
  const path = `/api/apps/${encodeURIComponent(options.app)}/builds?${query}`;
  const { body: page } = await api.call<BuildPage>({ method: "GET", path });
  reporter.document(page);
  if (page.builds.length === 0) {
    reporter.note(query.size > 1 ? "No build matches." : "This app has no builds yet.");
    return undefined;
  }
  reporter.print(formatBuilds(page.builds, session));
  if (page.nextCursor) reporter.note("There are more; raise --limit to see them.");
  return undefined;
}

function formatBuilds(builds: Build[], { reporter, now, stdout }: Session): string {
  const { out, isInteractive } = reporter;
  const columns = [
    { title: "No", isRight: true },
    { title: "Platform" },
    { title: "Version" },
    { title: "State" },
    { title: "Took", isRight: true },
    { title: "Size", isRight: true, isOptional: true },
    { title: "Created", isOptional: true },
    { title: "Build" },
  ];
  const rows = builds.map((build) => [
    String(build.number),
    build.platform,
    build.version,
    paintStatus(build, out),
    durationOf(build, now()),
    sizeOf(build),
    // A moment that programs can read, and for people how long ago it was.
    isInteractive ? formatAge(build.createdAt, now()) : build.createdAt,
    out.dim(build.id),
  ]);
  const width = isInteractive && stdout.columns ? stdout.columns : Number.POSITIVE_INFINITY;
  return fitTable(columns, rows, out.dim, width);
}
