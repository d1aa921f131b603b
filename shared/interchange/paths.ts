/** The way to a value of a body, as JSONPath and as JavaScript writes it. */

export type Steps = readonly (string | number)[];

const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;

/** @returns the JSONPath (RFC 9535) */
export function jsonPathOf(steps: Steps): string {
  return `$${steps
    .map((step) =>
      typeof step === 'number'
        ? `[${step}]`
        : /^[A-Za-z_]\w*$/.test(step)
          ? `.${step}`
          : `[${JSON.stringify(step)}]`,
    )
    .join('')}`;
}

/** The steps of a JSONPath to one value; null for other paths. */
export function stepsOf(path: string): (string | number)[] | null {
  if (!path.startsWith('$')) return null;
  return stepsOfTail(path.slice(1));
}

/** As after `$` in a JSONPath or after a variable in JavaScript. */
export function stepsOfTail(tail: string): (string | number)[] | null {
  const part = /\.([A-Za-z_$][\w$]*)|\[(\d{1,9})\]|\["((?:[^"\\]|\\.)*)"\]|\['((?:[^'\\]|\\.)*)'\]/y;
  const steps: (string | number)[] = [];
  while (part.lastIndex < tail.length) {
    const found = part.exec(tail);
    if (found === null) return null;
    const [, name, index, double, single] = found;
    if (index !== undefined) steps.push(Number(index));
    else {
      const text =
        name ??
        unquoted(double ?? (single ?? '').replaceAll('"', String.raw`\"`).replaceAll(String.raw`\'`, "'"));
      if (text === null) return null;
      steps.push(text);
    }
  }
  return steps;
}

/** As JavaScript reads the value. @param root what the body is called @param mayBeAbsent whether what is above it may be absent */
export function scriptPathOf(root: string, steps: Steps, mayBeAbsent = false): string {
  const before = (next: string) => (mayBeAbsent ? `?.${next.replace(/^\./, '')}` : next);
  return `${root}${steps
    .map((step) =>
      before(typeof step === 'string' && IDENTIFIER.test(step) ? `.${step}` : `[${JSON.stringify(step)}]`),
    )
    .join('')}`;
}

function unquoted(text: string): string | null {
  try {
    return JSON.parse(`"${text}"`) as string;
  } catch {
    return null;
  }
}
