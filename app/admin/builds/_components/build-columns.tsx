import {
  BuildNumber,
  durationColumn,
  platformColumn,
  queuedColumn,
  statusColumn,
  versionColumn,
  workerColumn,
} from "@/app/_components/builds/build-columns.tsx";
import { adminBuildPath, buildsHref } from "@/app/_paths/admin.ts";
import type { RouterOutputs } from "@/app/_trpc/client.tsx";
import type { Column } from "@/app/_ui/data/data-table.tsx";
import { Link } from "@/app/_ui/page/link.tsx";
import { BuildActions } from "./build-actions";
import classes from "./build-columns.module.css";

export type ListedBuild = RouterOutputs["adminBuilds"]["list"]["builds"][number];

/** Columns of builds of all tenants; the name of a tenant is a link that filters by it. */
export const buildColumns: Column<ListedBuild>[] = [
  {
    key: "build",
    header: "Build",
    cell: ({ id, app, number }) => (
      <Link href={adminBuildPath(id)}>
        <span className={classes.clipped} title={app.name}>
          {app.name}
        </span>{" "}
        <BuildNumber number={number} />
      </Link>
    ),
  },
  {
    key: "tenant",
    header: "Workspace",
    cell: ({ tenant }) => (
      <Link href={buildsHref({ tenant: tenant.slug })} className={classes.clipped} title={tenant.name}>
        {tenant.name}
      </Link>
    ),
  },
  statusColumn,
  platformColumn,
  { ...versionColumn, isMinor: true },
  { ...durationColumn, isMinor: true },
  workerColumn("9rem"),
  queuedColumn,
  {
    key: "acts",
    header: <span className="visually-hidden">Actions</span>,
    align: "end",
    cell: (build) => <BuildActions build={build} />,
  },
];
