import type { ReactNode } from "react";

export type PaletteAction = {
  id: string;
  label: string;
  description?: string;
  /** Heading of its group: "Pages", "Apps", "Builds". */
  group: string;
  icon?: ReactNode;
  /** Additional search terms. */
  keywords?: string;
  /** The target of a link, or the command to run. */
  href?: string;
  run?: () => void;
};

export type PaletteGroup = { title: string; actions: PaletteAction[] };

/** Actions that contain every word of the query; labels that start with it rank first. */
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

/** Groups in order of their first member; members keep their order. */
export function groupActions(actions: PaletteAction[]): PaletteGroup[] {
  const groups = new Map<string, PaletteAction[]>();
  for (const action of actions) groups.set(action.group, [...(groups.get(action.group) ?? []), action]);
  return [...groups].map(([title, members]) => ({ title, actions: members }));
}

function startsWith(action: PaletteAction, text: string): boolean {
  return text !== "" && action.label.toLowerCase().startsWith(text);
}
