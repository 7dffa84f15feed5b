import type { Page } from "@/app/_paths/page.ts";
import type { PaletteAction } from "@/app/_ui/palette/palette-search.ts";

/** Links to the pages of an area, and to other areas. */
export const pageActions = (pages: readonly Page[], areas: readonly Page[]): PaletteAction[] => [
  ...pages.map((page) => toAction(page, "Pages")),
  ...areas.map((page) => toAction(page, "Go to")),
];

const toAction = ({ path, title, label = title, Icon, keywords }: Page, group: string): PaletteAction => ({
  id: path,
  label,
  group,
  icon: <Icon size={18} stroke={1.6} />,
  href: path,
  ...(keywords && { keywords }),
});
