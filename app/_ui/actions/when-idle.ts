/** Waits until the page has nothing better to do. Gives what calls it off. */
export function whenIdle(run: () => void): () => void {
  // Safari has no such callback; two seconds after a page came it is idle more often than not.
  if (!("requestIdleCallback" in window)) {
    const timer = setTimeout(run, 2_000);
    return () => clearTimeout(timer);
  }
  const handle = window.requestIdleCallback(run);
  return () => window.cancelIdleCallback(handle);
}
