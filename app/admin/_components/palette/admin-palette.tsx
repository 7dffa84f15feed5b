"use client";

import dynamic from "next/dynamic";
import { CommandPalette } from "../../../_ui/palette/command-palette";

const AdminPaletteDialog = dynamic(
  () => import("./admin-palette-dialog").then((module) => module.AdminPaletteDialog),
  { ssr: false },
);

/** Command palette of Admin: pages, commands, and tenants, users, builds, listings and events that the server finds. */
export function AdminPalette() {
  return (
    <CommandPalette>
      <AdminPaletteDialog />
    </CommandPalette>
  );
}
