/** HTML that is always escaped: a tagged template escapes every value that is not itself {@link Html}. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Value = string | number | Html | readonly Html[] | false | null;

export function html(parts: TemplateStringsArray, ...values: Value[]): Html {
  return new Html(
    parts.reduce(
      (text, part, at) => text + part + (at < values.length ? render(values[at] ?? null) : ''),
      '',
    ),
  );
}

function render(value: Value): string {
  if (value === null || value === false) return '';
  if (value instanceof Html) return value.text;
  if (typeof value === 'string' || typeof value === 'number') return escape(String(value));
  return value.map((item) => item.text).join('');
}

function escape(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

/** Formats an account number in the usual groups: 8601 11 00009. */
export function readable(bban: string): string {
  return `${bban.slice(0, 4)} ${bban.slice(4, 6)} ${bban.slice(6)}`;
}
