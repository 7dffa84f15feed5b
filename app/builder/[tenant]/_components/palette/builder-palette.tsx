"use client";

import { onDemand } from "../../../../_ui/actions/on-demand";
import { CommandPalette } from "../../../../_ui/palette/command-palette";

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
