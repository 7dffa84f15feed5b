"use client";

import {
  IconBell,
  IconBook,
  IconBuildingStore,
  IconHammer,
  IconKey,
  IconLock,
  IconShieldCheck,
  IconUser,
} from "@tabler/icons-react";
import { docsActions } from "@/app/_components/palette/docs-actions.tsx";
import { useCommandChoices, useCommands } from "@/app/_components/palette/use-commands.tsx";
import { PaletteDialog } from "@/app/_ui/palette/palette-dialog.tsx";
import { type PaletteAction, searchActions } from "@/app/_ui/palette/palette-search.ts";
import { usePaletteQuery } from "@/app/_ui/palette/use-palette-query.ts";

const icon = { size: 18, stroke: 1.6 };

const pages = [
  { label: "Profile", href: "/account", icon: <IconUser {...icon} />, keywords: "name email delete account" },
  {
    label: "Security",
    href: "/account/security",
    icon: <IconLock {...icon} />,
    keywords: "password sign-in",
  },
  { label: "API tokens", href: "/account/tokens", icon: <IconKey {...icon} />, keywords: "revoke" },
  {
    label: "Notifications",
    href: "/account/notifications",
    icon: <IconBell {...icon} />,
    keywords: "bell mute",
  },
];

const places = [
  { label: "Builder", href: "/builder", icon: <IconHammer {...icon} /> },
  { label: "Marketplace", href: "/marketplace", icon: <IconBuildingStore {...icon} /> },
  { label: "Docs", href: "/docs", icon: <IconBook {...icon} />, keywords: "help reference" },
];

const admin = { label: "Admin", href: "/admin", icon: <IconShieldCheck {...icon} /> };

/** Lazily loaded dialog of `AccountPalette`. */
export function AccountPaletteDialog({ isSuperAdmin }: { isSuperAdmin: boolean }) {
  const { query, setQuery } = usePaletteQuery();
  const commands = useCommands();
  const choices = useCommandChoices();
  const actions: PaletteAction[] = [
    ...pages.map((page) => ({ ...page, id: page.href, group: "Pages" })),
    ...(isSuperAdmin ? [...places, admin] : places).map((place) => ({
      ...place,
      id: place.href,
      group: "Go to",
    })),
    ...commands,
  ];

  function listActions(): PaletteAction[] {
    if (query.scope) return searchActions(choices[query.scope.id] ?? [], query.text);
    if (query.text.trim() === "") return actions;
    return [
      ...searchActions([...actions, ...Object.values(choices).flat()], query.text),
      ...docsActions(query.text),
    ];
  }

  return <PaletteDialog query={query} onQueryChange={setQuery} actions={listActions()} isSearching={false} />;
}
