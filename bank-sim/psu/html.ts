/** Pieces of the PSU's pages. */
import { html, type Html } from '../../shared/html.ts';

/** Groups the digits of an account number: 8601 11 00009. */
export function readable(bban: string): string {
  return `${bban.slice(0, 4)} ${bban.slice(4, 6)} ${bban.slice(6)}`;
}

/** The number of a customer as it is shown: 138393 19910. */
export function spaced(number: string): string {
  return number.replace(/^(\d{6})(?=\d{5}$)/, '$1 ');
}

/** The initials of a name on a disc. Drawn by the stylesheet, so that they are no text of the page. @param look classes: `firm`, `tpp`, `sm` */
export function avatar(name: string, look = ''): Html {
  const letters = name.match(/(?<![\p{L}\p{N}])[\p{L}\p{N}]/gu) ?? [];
  const colour =
    Array.from(name, (letter) => letter.codePointAt(0) ?? 0).reduce((sum, one) => sum + one, 0) % 4;
  return html`<span
    class="avatar a${colour} ${look}"
    aria-hidden="true"
    data-letters="${letters.slice(0, 2).join('').toUpperCase()}"
  ></span>`;
}

/** Line drawings of 24 by 24. */
const DRAWN = {
  flask:
    'M9.5 3.5h5M10.5 3.5v6L5 18.2a1.6 1.6 0 0 0 1.4 2.3h11.2a1.6 1.6 0 0 0 1.4-2.3L13.5 9.5v-6M7.8 14.5h8.4',
  yes: 'm5 12.5 4.5 4.5L19 7.5',
  no: 'm7 7 10 10M17 7 7 17',
  mark: 'M4 20 20 4M19 12a7 7 0 1 1-14 0 7 7 0 0 1 14 0Z',
  finger:
    'M5 6a10 10 0 0 1 14 0M4.5 15.5C5.5 14.5 6 13.5 6 11a6 6 0 0 1 12 0c0 2.500 0 4.500-.5 6.500M7 19.500c1-2.500 1.500-4.500 1.500-8.500a3.500 3.500 0 0 1 7 0c0 4-.5 6.500-1 9M10.500 21.500c.5-3 .5-6 .5-10.500a1 1 0 0 1 2 0c0 4.500 0 7.500-1 11',
} as const;

export function drawing(name: keyof typeof DRAWN): Html {
  return html`<svg class="${name}" viewBox="0 0 24 24" aria-hidden="true"><path d="${DRAWN[name]}" /></svg>`;
}
