"use client";

import { onDemand } from "@/app/_ui/actions/on-demand.tsx";
import { CommandPalette } from "@/app/_ui/palette/command-palette.tsx";

export type BuilderPaletteProps = {
  tenant: string;
  /** All tenants of the member, this one included. */
  tenants: { slug: string; name: string }[];
  canBuild: boolean;
  isOwner: boolean;
  isSuperAdmin: boolean;
};

const BuilderPaletteDialog = onDemand(() =>
  import("./builder-palette-dialog").then((module) => module.BuilderPaletteDialog),
);

/** Command palette of a tenant: pages, commands, and apps, builds, plugins, themes, listings and members that the server finds. */
export function BuilderPalette(props: BuilderPaletteProps) {
  return (
    <CommandPalette>
      <BuilderPaletteDialog {...props} />
    </CommandPalette>
  );
}
