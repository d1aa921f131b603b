/** HTML from tagged templates, which escape every value that is not {@link Html}. */
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
