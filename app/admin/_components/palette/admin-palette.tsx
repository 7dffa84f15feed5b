"use client";

import { onDemand } from "../../../_ui/actions/on-demand";
import { CommandPalette } from "../../../_ui/palette/command-palette";

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
