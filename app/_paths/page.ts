import type { Icon } from "@tabler/icons-react";

/**
 * Page as navigation, command palette and browser title name it. `P` is its path, or what gives the path of its tenant.
 */
export interface Page<P = string> {
  path: P;
  title: string;
  /** Name in navigation and palette, if it is not the title. */
  label?: string;
  Icon: Icon;
  /** Additional search terms of the palette. */
  keywords?: string;
  /** Not listed in the side navigation. */
  isInPaletteAlone?: boolean;
  /** Current on its own path only, as the path of an overview begins all others. */
  isExact?: boolean;
}
