import type { ConsoleMessage, Page } from "@playwright/test";

/** Viewport width in CSS pixels and color scheme in which a page is measured. */
export interface View {
  width: number;
  colorScheme: "light" | "dark";
  /** The page is loaded at this width, and its layout shift is measured. Otherwise it is resized. */
  isLoaded: boolean;
}

/** Pages shift most on phones, so that is where they are loaded. */
const FIRST_VIEWS: View[] = [
  { width: 320, colorScheme: "dark", isLoaded: true },
  { width: 1440, colorScheme: "light", isLoaded: false },
];

const WIDTHS = [1440, 1024, 390, 320];
/** Widths at which tables have the least room for the columns that they show. */
const TABLE_WIDTHS = [1280, 1100, 900, 700];

const withColorScheme = (widths: number[], colorScheme: View["colorScheme"], isLoaded: boolean): View[] =>
  widths.map((width) => ({ width, colorScheme, isLoaded }));

/** Views of the page tests: those of one load by default, every width in both schemes with `ALL_VIEWS=1`. */
export const VIEWS: View[] = process.env["ALL_VIEWS"]
  ? [
      ...WIDTHS.flatMap((width) => [
        ...withColorScheme([width], "light", true),
        ...withColorScheme([width], "dark", false),
      ]),
      ...withColorScheme(TABLE_WIDTHS, "light", false),
    ]
  : [...FIRST_VIEWS, ...withColorScheme(TABLE_WIDTHS, "light", false)];

/** Bound on the cumulative layout shift of a load, a fifth of the "good" threshold of Web Vitals. */
const MAX_LAYOUT_SHIFT = 0.02;

/** The script below does not run in a frame without scripts, such as the preview of a mail. */
const OWN_SCRIPT_BLOCKED = "Blocked script execution in";

/** Records layout shifts from the start of every page, and errors on the console. */
export async function recordPage(page: Page): Promise<{ errors: string[] }> {
  const errors: string[] = [];
  const onConsole = (message: ConsoleMessage) => {
    const isOfTest = message.text().startsWith(OWN_SCRIPT_BLOCKED);
    if (message.type() === "error" && !isOfTest) errors.push(`console: ${message.text()}`);
  };
  page.on("console", onConsole);
  page.on("pageerror", (error) => errors.push(`exception: ${error.message}`));
  await page.addInitScript(() => {
    const shifts: { value: number; moved: string }[] = [];
    Object.assign(window, { layoutShifts: shifts });
    const nameNode = (node: Node | null) => {
      const element = node instanceof Element ? node : node?.parentElement;
      return element
        ? `${element.localName}.${String(element.getAttribute("class")).split(" ")[0]}`
        : "removed";
    };
    type Shift = PerformanceEntry & {
      value: number;
      hadRecentInput: boolean;
      sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
    };
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as Shift[]) {
        if (entry.hadRecentInput) continue;
        const moved = entry.sources.map(
          ({ node, previousRect, currentRect }) =>
            `${nameNode(node)} ${Math.round(previousRect.y)}+${Math.round(previousRect.height)}→${Math.round(currentRect.y)}+${Math.round(currentRect.height)}`,
        );
        shifts.push({ value: entry.value, moved: moved.join(", ") });
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
  return { errors };
}

/** Defects of the layout of a page that has settled, as texts that name the element. */
export const findLayoutDefects = (page: Page): Promise<string[]> => page.evaluate(measureLayout);

/** Layout shift of the load, if it is too large. */
export async function findLayoutShift(page: Page): Promise<string | undefined> {
  const shifts = await page.evaluate(
    () => (window as unknown as { layoutShifts: { value: number; moved: string }[] }).layoutShifts,
  );
  const sum = shifts.reduce((total, { value }) => total + value, 0);
  const shifted = shifts.map(({ value, moved }) => `${value.toFixed(3)} ${moved}`).join("; ");
  return sum > MAX_LAYOUT_SHIFT ? `layout shift ${sum.toFixed(3)}: ${shifted}` : undefined;
}

/** In the page: sideways scroll, rows of different heights, overlapping sections and texts, small or unreadably cut text. */
function measureLayout(): string[] {
  const MIN_FONT_SIZE_PX = 12;
  // Boxes of lines close to each other overlap a little, their letters do not.
  const MIN_OVERLAP_PX = 5;
  const defects: string[] = [];
  const name = (element: Element) =>
    `${element.localName}${element.id && `#${element.id}`}.${element.getAttribute("class") ?? ""} “${(element.textContent ?? "").trim().slice(0, 50)}”`;
  const isShown = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true }) && !element.closest(".visually-hidden");

  const overflow = document.documentElement.scrollWidth - innerWidth;
  if (overflow > 0) defects.push(`page scrolls sideways by ${overflow} px`);

  for (const table of document.querySelectorAll("table")) {
    if (!isShown(table)) continue;
    for (let box = table.parentElement; box && box !== document.body; box = box.parentElement) {
      const hidden = box.scrollWidth - box.clientWidth;
      const { overflowX } = getComputedStyle(box);
      if (hidden > 1 && overflowX !== "visible")
        defects.push(`table scrolls sideways by ${hidden} px: ${name(table)}`);
    }
    const rows = [...table.querySelectorAll<HTMLElement>("tr[data-row-key]")];
    const heights = rows.map(({ offsetHeight }) => offsetHeight);
    // Rows after the first have a border more.
    if (getComputedStyle(table).display === "table" && Math.max(...heights) - Math.min(...heights) > 1)
      defects.push(`rows of ${[...new Set(heights)].join(", ")} px: ${table.caption?.textContent}`);
  }

  const blocks = [
    ...document.querySelectorAll("main :is(section, article, pre, table, figure, form)"),
  ].filter(isShown);
  for (const block of blocks) {
    const next = block.nextElementSibling;
    if (!next || !isShown(next)) continue;
    const [a, b] = [block.getBoundingClientRect(), next.getBoundingClientRect()];
    const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    const isPlaced = [block, next].some((each) =>
      /absolute|fixed|sticky/.test(getComputedStyle(each).position),
    );
    if (down > 1 && across > 1 && !isPlaced)
      defects.push(`${name(block)} overlaps ${name(next)} by ${Math.round(down)} px`);
    const { overflowX, overflowY } = getComputedStyle(block);
    if (
      block.localName === "section" &&
      overflowX === "visible" &&
      overflowY === "visible" &&
      block.scrollHeight > block.clientHeight + 8
    )
      defects.push(`content exceeds ${name(block)} by ${block.scrollHeight - block.clientHeight} px`);
  }

  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const seen = new Set<Element>();
  const lines: ReturnType<typeof findLines> = [];
  while (texts.nextNode()) {
    const element = texts.currentNode.parentElement;
    if (!element || seen.has(element) || !texts.currentNode.textContent?.trim()) continue;
    seen.add(element);
    if (/^(script|style|noscript|option|title)$/.test(element.localName) || !isShown(element)) continue;
    const size = Number.parseFloat(getComputedStyle(element).fontSize);
    if (size < MIN_FONT_SIZE_PX - 0.01) defects.push(`text of ${size} px: ${name(element)}`);
    const clipping = findClipping(texts.currentNode, element);
    if (clipping && !isReadable(element)) defects.push(`text is cut off: ${name(clipping)}`);
    lines.push(...findLines(texts.currentNode, element));
  }
  lines.sort((a, b) => a.top - b.top);
  for (const [index, line] of lines.entries()) {
    for (const other of lines.slice(index + 1)) {
      if (other.top > line.bottom - MIN_OVERLAP_PX) break;
      const across = Math.min(line.right, other.right) - Math.max(line.left, other.left);
      const down = Math.min(line.bottom, other.bottom) - other.top;
      if (across > MIN_OVERLAP_PX && down > MIN_OVERLAP_PX && line.element !== other.element)
        defects.push(`${name(line.element)} overlaps ${name(other.element)} by ${Math.round(across)} px`);
    }
  }
  return defects;

  /** Lines of a text as they are seen: cut by what clips them, without what floats above the page. */
  function findLines(text: Node, element: Element) {
    const frame = { left: 0, right: innerWidth, top: -Infinity, bottom: Infinity };
    for (let box: Element | null = element; box && box !== document.body; box = box.parentElement) {
      const { overflowX, overflowY, position, clipPath } = getComputedStyle(box);
      if (/fixed|sticky/.test(position) || clipPath !== "none") return [];
      const { left, right, top, bottom } = box.getBoundingClientRect();
      if (overflowX !== "visible")
        Object.assign(frame, { left: Math.max(frame.left, left), right: Math.min(frame.right, right) });
      if (overflowY !== "visible")
        Object.assign(frame, { top: Math.max(frame.top, top), bottom: Math.min(frame.bottom, bottom) });
    }
    const range = document.createRange();
    range.selectNodeContents(text);
    return [...range.getClientRects()].map(({ left, right, top, bottom }) => ({
      element,
      left: Math.max(left, frame.left),
      right: Math.min(right, frame.right),
      top: Math.max(top, frame.top),
      bottom: Math.min(bottom, frame.bottom),
    }));
  }

  /** The element that hides a part of this text, if one does. */
  function findClipping(text: Node, element: Element): Element | undefined {
    const range = document.createRange();
    range.selectNodeContents(text);
    const { left, right, top, bottom } = range.getBoundingClientRect();
    for (let box: Element | null = element; box && box !== document.body; box = box.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(box);
      if (/auto|scroll/.test(`${overflowX} ${overflowY}`)) return undefined;
      // Text for screen readers only.
      if (box.clientWidth <= 1 && box.clientHeight <= 1) return undefined;
      const frame = box.getBoundingClientRect();
      const isCutAcross = overflowX !== "visible" && (left < frame.left - 1 || right > frame.right + 1);
      const isCutDown = overflowY !== "visible" && (top < frame.top - 4 || bottom > frame.bottom + 4);
      if (isCutAcross || isCutDown) return box;
    }
    return undefined;
  }

  /** The full text is in a tooltip, behind a button that expands it, or on the page that a card links to; or it belongs to a picture. */
  function isReadable(element: Element): boolean {
    const isSummary = getComputedStyle(element).webkitLineClamp !== "none";
    return (
      element.closest("[title], [aria-hidden='true'], [role='img'], [inert], details") !== null ||
      (isSummary && element.closest("li, article")?.querySelector("a[href]") != null) ||
      element.parentElement?.querySelector("[aria-expanded]") != null
    );
  }
}
