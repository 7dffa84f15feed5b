"use client";

import dynamic from "next/dynamic";
import { CommandPalette } from "../../_ui/palette/command-palette";

const AccountPaletteDialog = dynamic(
  () => import("./account-palette-dialog").then((module) => module.AccountPaletteDialog),
  { ssr: false },
);

/** Command palette of the account: its pages, other parts of the product, commands. */
export function AccountPalette({ isSuperAdmin }: { isSuperAdmin: boolean }) {
  return (
    <CommandPalette>
      <AccountPaletteDialog isSuperAdmin={isSuperAdmin} />
    </CommandPalette>
  );
}
