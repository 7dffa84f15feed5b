"use client";

import { onDemand } from "@/app/_ui/actions/on-demand.tsx";
import { CommandPalette } from "@/app/_ui/palette/command-palette.tsx";

const AdminPaletteDialog = onDemand(() =>
  import("./admin-palette-dialog").then((module) => module.AdminPaletteDialog),
);

/** Command palette of Admin: pages, commands, and tenants, users, builds, listings and events that the server finds. */
export function AdminPalette() {
  return (
    <CommandPalette>
      <AdminPaletteDialog />
    </CommandPalette>
  );
}
