import type { ReactNode } from "react";

export type PaletteAction = {
  id: string;
  label: string;
  description?: string;
  /** The heading it stands under: "Pages", "Apps", "Builds". */
  group: string;
  icon?: ReactNode;
  /** Other words it is found by. */
  keywords?: string;
  /** Where it leads, or what it does. */
  href?: string;
  run?: () => void;
};

export type PaletteGroup = { title: string; actions: PaletteAction[] };

/** Actions that hold every typed word somewhere; a label that starts with the text stands first. */
export function searchActions(actions: PaletteAction[], query: string): PaletteAction[] {
  const text = query.trim().toLowerCase();
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

/** Groups in the order of their first member; the members keep theirs. */
export function groupActions(actions: PaletteAction[]): PaletteGroup[] {
  const groups = new Map<string, PaletteAction[]>();
  for (const action of actions) groups.set(action.group, [...(groups.get(action.group) ?? []), action]);
  return [...groups].map(([title, members]) => ({ title, actions: members }));
}

function startsWith(action: PaletteAction, text: string): boolean {
  return text !== "" && action.label.toLowerCase().startsWith(text);
}
