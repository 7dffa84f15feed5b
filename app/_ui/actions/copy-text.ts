/** Copies, also where the clipboard API is missing: browsers offer it on https and localhost only. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyThroughSelection(text);
  }
}

function copyThroughSelection(text: string): boolean {
  const previous = document.activeElement;
  const field = document.createElement("textarea");
  field.value = text;
  field.readOnly = true;
  field.className = "visually-hidden";
  // Inside the dialog that is open, if any: outside of it nothing can take the focus.
  (previous?.closest("[role=dialog], dialog") ?? document.body).append(field);
  field.select();
  const isCopied = document.execCommand("copy");
  field.remove();
  if (previous instanceof HTMLElement) previous.focus();
  return isCopied;
}
