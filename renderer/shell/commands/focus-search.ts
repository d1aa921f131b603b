/** Ctrl F: the search field that is meant. */

/** Focuses the search field of the pane that has the focus, or the first one of the view. */
export function focusSearch(): void {
  const fieldOf = (from: Element | null | undefined): HTMLInputElement | null => {
    const fields = from?.querySelectorAll<HTMLInputElement>('input[type="search"]') ?? [];
    return Array.from(fields).find((field) => field.checkVisibility()) ?? null;
  };
  let around = document.activeElement;
  let field = fieldOf(around);
  while (field === null && around !== null && around !== document.body) {
    around = around.parentElement;
    field = fieldOf(around);
  }
  field ??= fieldOf(document.body);
  field?.focus();
  field?.select();
}
