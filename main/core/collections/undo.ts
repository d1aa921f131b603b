/**
 * Undoes work that has failed half-way. What cannot be undone stays: the error that is reported came first.
 * @param undo the last change first
 */
export function undoAll(undo: readonly (() => void)[]): void {
  for (const back of undo) {
    try {
      back();
    } catch {
      // Somebody has changed it since, perhaps.
    }
  }
}
