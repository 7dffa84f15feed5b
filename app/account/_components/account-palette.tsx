"use client";

import { onDemand } from "@/app/_ui/actions/on-demand.tsx";
import { CommandPalette } from "@/app/_ui/palette/command-palette.tsx";

const AccountPaletteDialog = onDemand(() =>
  import("./account-palette-dialog").then((module) => module.AccountPaletteDialog),
);

/** Command palette of the account: its pages, other parts of the product, commands. */
export function AccountPalette({ isSuperAdmin }: { isSuperAdmin: boolean }) {
  return (
    <CommandPalette>
      <AccountPaletteDialog isSuperAdmin={isSuperAdmin} />
    </CommandPalette>
  );
}
