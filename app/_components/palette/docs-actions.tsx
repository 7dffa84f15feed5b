import { IconBook } from "@tabler/icons-react";
import { DOCS_PAGES } from "@/app/_paths/docs.ts";
import { type PaletteAction, searchActions } from "@/app/_ui/palette/palette-search.ts";

const GROUP = "Docs";

const pages: PaletteAction[] = DOCS_PAGES.map(({ path, title, keywords }) => ({
  id: `docs-${path}`,
  label: title,
  ...(keywords && { keywords }),
  group: GROUP,
  icon: <IconBook size={18} stroke={1.6} />,
  href: path,
}));

/** Pages of the documentation that match a text. */
export const docsActions = (text: string): PaletteAction[] =>
  text.trim() === "" ? [] : searchActions(pages, text);
