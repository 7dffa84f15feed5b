/** Height of the sticky top bar, which covers what lies under it. */
const TOP_BAR_HEIGHT_PX = 56;

/** Visibility of the middle of an element; false for one that is not displayed. */
export function isInView(element: Element): boolean {
  const { top, height } = element.getBoundingClientRect();
  const middle = top + height / 2;
  return height > 0 && middle > TOP_BAR_HEIGHT_PX && middle < window.innerHeight;
}
