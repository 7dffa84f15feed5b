/** What a page tells of itself, gathered by `watchPage` in the browser. */
export interface Vitals {
  /** When the largest thing that was ever painted stood there (LCP). */
  largestMs: number;
  /** How much of what was seen moved without the reader doing anything (CLS). */
  shift: number;
  /** The longest that a key or click waited for the next frame (INP). */
  slowestInputMs: number;
  /** When the first row of a table could be seen; null where there is none. */
  firstRowMs: number | null;
}

declare global {
  interface Window {
    vitals: Vitals;
  }
}

/** Runs in the browser before anything of the page does. It is sent there as text, so it may use nothing from outside. */
export function watchPage(): void {
  const vitals: Vitals = { largestMs: 0, shift: 0, slowestInputMs: 0, firstRowMs: null };
  window.vitals = vitals;
  type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean };
  type Input = PerformanceEntry & { interactionId: number };
  const watch = <E extends PerformanceEntry>(type: string, note: (entry: E) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach((entry) => void note(entry as E))).observe({
      type,
      buffered: true,
      durationThreshold: 16,
    } as PerformanceObserverInit);
  watch("largest-contentful-paint", (entry) => {
    vitals.largestMs = entry.startTime;
  });
  watch<Shift>("layout-shift", (entry) => {
    if (!entry.hadRecentInput) vitals.shift += entry.value;
  });
  watch<Input>("event", (entry) => {
    if (entry.interactionId) vitals.slowestInputMs = Math.max(vitals.slowestInputMs, entry.duration);
  });
  const lookForRows = () => {
    // React keeps what it streams in a hidden element until it takes its place.
    if (document.querySelector("tbody tr")?.checkVisibility()) vitals.firstRowMs = performance.now();
    else requestAnimationFrame(lookForRows);
  };
  requestAnimationFrame(lookForRows);
}
