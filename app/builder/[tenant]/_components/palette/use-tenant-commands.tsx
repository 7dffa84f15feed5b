"use client";

import { IconPlus, IconRefresh, IconSwitchHorizontal } from "@tabler/icons-react";
import { useRouter } from "next/navigation";
import { buildPath, tenantPath } from "@/app/_paths/builder.ts";
import { trpc } from "@/app/_trpc/client.tsx";
import { notifyProblem } from "@/app/_trpc/notify.ts";
import { Avatar } from "@/app/_ui/data/values.tsx";
import type { PaletteAction, PaletteScope } from "@/app/_ui/palette/palette-search.ts";
import type { FoundBuild } from "./results";

export const NEW_BUILD: PaletteScope = { id: "new-build", label: "New build", placeholder: "Choose an app…" };
export const RETRY: PaletteScope = {
  id: "retry",
  label: "Retry build",
  placeholder: "Choose a failed build…",
};
export const SWITCH: PaletteScope = {
  id: "switch",
  label: "Switch workspace",
  placeholder: "Choose a workspace…",
};

const icon = { size: 18, stroke: 1.6 };
const GROUP = "Commands";

/** Commands of a tenant's dashboard that the member may run; each opens the list of what it can be run on. */
export function tenantCommands(canBuild: boolean, hasOtherTenants: boolean): PaletteAction[] {
  return [
    ...(canBuild
      ? [
          {
            id: "command-new-build",
            label: "New build…",
            group: GROUP,
            icon: <IconPlus {...icon} />,
            keywords: "queue create run",
            scope: NEW_BUILD,
          },
          {
            id: "command-retry",
            label: "Retry build…",
            group: GROUP,
            icon: <IconRefresh {...icon} />,
            keywords: "failed again rerun",
            scope: RETRY,
          },
        ]
      : []),
    ...(hasOtherTenants
      ? [
          {
            id: "command-switch",
            label: "Switch workspace…",
            group: GROUP,
            icon: <IconSwitchHorizontal {...icon} />,
            keywords: "tenant change",
            scope: SWITCH,
          },
        ]
      : []),
  ];
}

export const tenantChoices = (others: { slug: string; name: string }[]): PaletteAction[] =>
  others.map(({ slug, name }) => ({
    id: `tenant-${slug}`,
    label: name,
    description: slug,
    keywords: "tenant workspace",
    group: SWITCH.label,
    icon: <Avatar name={name} isSquare />,
    href: tenantPath(slug),
  }));

/** Retries a failed build and opens the new one. */
export function useRetry(tenant: string): (build: FoundBuild) => void {
  const router = useRouter();
  const retry = trpc.builds.retry.useMutation();
  return (build) =>
    retry.mutate(
      { tenant, buildId: build.id },
      {
        onSuccess: (next) => router.push(buildPath(tenant, { id: next.id, app: build.app })),
        onError: notifyProblem,
      },
    );
}
