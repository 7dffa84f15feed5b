/**
 * A ref for what traps the focus: focuses the element that asks for it (`data-autofocus`) when it arrives later than the
 * trap, as a form does whose code is loaded only when its dialog opens.
 */
export function focusWhatArrives(container: HTMLElement | null): (() => void) | undefined {
  if (!container || find(container)) return;
  const observer = new MutationObserver(() => {
    const arrived = find(container);
    if (!arrived) return;
    observer.disconnect();
    arrived.focus();
  });
  observer.observe(container, { childList: true, subtree: true });
  return () => observer.disconnect();
}

function find(container: HTMLElement): HTMLElement | null {
  return container.querySelector<HTMLElement>("[data-autofocus]");
}
