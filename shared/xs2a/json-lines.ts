/** Maps the parts of a JSON text to lines, so that a fault can be shown at its line. */

/**
 * The line of a field, counted from 1; that of its nearest parent if the field is missing.
 * @param text valid JSON
 * @param path names and array positions joined by `/`, as in `payments/0/creditorName`
 */
export function lineOfField(text: string, path: string): number {
  const places = new Map<string, number>();
  const pattern = /"(?:[^"\\]|\\.)*"|[{}[\]:,]|[^\s{}[\]:,"]+/g;
  /** The open objects and arrays: the path of each, and the current index in an array. */
  const open: { path: string; index: number | null; key: string }[] = [];
  const here = () => {
    const top = open.at(-1);
    if (!top) return '';
    const name = top.index === null ? top.key : String(top.index);
    return top.path === '' ? name : `${top.path}/${name}`;
  };
  let expectsKey = false;
  for (const { 0: token, index: at } of text.matchAll(pattern)) {
    const top = open.at(-1);
    if (token === '{' || token === '[') {
      const own = here();
      if (!places.has(own)) places.set(own, at);
      open.push({ path: own, index: token === '[' ? 0 : null, key: '' });
      expectsKey = token === '{';
    } else if (token === '}' || token === ']') {
      open.pop();
      expectsKey = false;
    } else if (token === ',') {
      if (top && top.index !== null) top.index++;
      expectsKey = top?.index === null;
    } else if (token === ':') expectsKey = false;
    else if (expectsKey && top) {
      top.key = JSON.parse(token) as string;
      places.set(here(), at);
    } else if (!places.has(here())) places.set(here(), at);
  }
  let wanted = path;
  while (wanted !== '' && !places.has(wanted)) wanted = wanted.slice(0, Math.max(0, wanted.lastIndexOf('/')));
  return lineAt(text, places.get(wanted) ?? 0);
}

/** The line that contains an offset, counted from 1. */
export function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}

/** Why a text is not JSON, and the line where parsing stopped; null for valid JSON. */
export function jsonProblem(text: string): { line: number; text: string } | null {
  try {
    JSON.parse(text);
    return null;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const position = /position (\d+)/.exec(message)?.[1];
    // An error without a position means that the text ends too early.
    const offset = position === undefined ? text.length : Number(position);
    return {
      line: lineAt(text, offset),
      text: `This is not valid JSON: ${message.replace(/ in JSON.*$/, '')}.`,
    };
  }
}
