/** Escape closes what is open, wherever the focus is. */
import { useEffect } from 'react';

/** @param close null while nothing is open. What is closed by itself, such as a menu above it, prevents the key's default. */
export function useEscape(close: (() => void) | null): void {
  useEffect(() => {
    if (close === null) return;
    const key = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      event.preventDefault();
      close();
    };
    document.addEventListener('keydown', key);
    return () => document.removeEventListener('keydown', key);
  }, [close]);
}
