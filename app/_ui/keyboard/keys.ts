/** The parts of a keyboard event that decide about a shortcut. */
export type KeyPress = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey" | "target">;

/** Shift is left out: "?" needs it on most keyboards and none on some. */
export function matches(event: KeyPress, keys: string): boolean {
  const isWithModifier = keys.startsWith("mod+");
  const key = isWithModifier ? keys.slice("mod+".length) : keys;
  return (
    event.key.toLowerCase() === key && !event.altKey && (event.ctrlKey || event.metaKey) === isWithModifier
  );
}

/** Which keys a page hears now: all, none that is a single character, or only those with a modifier. */
export type HeardKeys = "all" | "no single" | "modified";

/** A single key means text in a field and belongs to an open dialog or menu; Enter belongs to what has the focus. */
export function isSilenced(event: KeyPress, keys: string, heard: HeardKeys): boolean {
  if (keys.startsWith("mod+")) return false;
  if (heard === "modified" || (heard === "no single" && keys.length === 1)) return true;
  if (!(event.target instanceof Element)) return false;
  const holders = keys === "enter" ? `${TAKES_KEYS}, a, button, summary` : TAKES_KEYS;
  return event.target.closest(holders) !== null;
}

const TAKES_KEYS =
  "input, textarea, select, [contenteditable], dialog, [role=dialog], [role=menu], [role=listbox]";
