import type { ReactNode } from "react";

/** Narrower list that an action opens in the palette: the color schemes to choose from. */
export type PaletteScope = { id: string; label: string; placeholder: string };

/** Query of the reader. Without a scope, everything is searched. */
export type PaletteQuery = { text: string; scope: PaletteScope | undefined };

export const EMPTY_QUERY: PaletteQuery = { text: "", scope: undefined };

export type PaletteAction = {
  id: string;
  label: string;
  description?: string;
  /** Heading of its group: "Pages", "Commands". */
  group: string;
  icon?: ReactNode;
  /** Additional search terms. */
  keywords?: string;
  /** Target of a link. */
  href?: string;
  /** Command to run. */
  run?: () => void;
  /** List to open instead of closing the palette. */
  scope?: PaletteScope;
};

export type PaletteGroup = { title: string; actions: PaletteAction[] };

/** Actions that contain every word of the text; labels that start with it rank first. */
export function searchActions(actions: PaletteAction[], searched: string): PaletteAction[] {
  const text = searched.trim().toLowerCase();
  const words = text.split(/\s+/).filter(Boolean);
  return actions
    .filter((action) => {
      const haystack = [action.label, action.description, action.keywords, action.group]
        .join(" ")
        .toLowerCase();
      return words.every((word) => haystack.includes(word));
    })
    .sort((a, b) => Number(startsWith(b, text)) - Number(startsWith(a, text)));
}

/** Groups in order of their first member; members keep their order. */
export function groupActions(actions: PaletteAction[]): PaletteGroup[] {
  const groups = new Map<string, PaletteAction[]>();
  for (const action of actions) groups.set(action.group, [...(groups.get(action.group) ?? []), action]);
  return [...groups].map(([title, members]) => ({ title, actions: members }));
}

function startsWith(action: PaletteAction, text: string): boolean {
  return text !== "" && action.label.toLowerCase().startsWith(text);
}
