/** Which value each line of formatted JSON shows, so that it can be pointed at. */
import type { JsonValue } from '../../../../shared/collections/value-text.ts';
import type { Pointed } from '../../../state/requests/pointing.ts';
import { memberPath } from './tree-rows.ts';

interface Container {
  path: string;
  /** Of the next element of an array; null for an object. */
  next: number | null;
}

/**
 * @param lines as the body's formatter writes them, one value a line, from the first
 * @returns the value of each line with its JSONPath; null for a closing bracket, and for all lines after one that cannot be read
 */
export function pointsOf(lines: readonly string[]): (Pointed | null)[] {
  const around: Container[] = [];
  let isLost = false;
  return lines.map((line) => {
    const text = line.trim();
    if (isLost || /^[\]}],?$/.test(text)) {
      around.pop();
      return null;
    }
    const container = around.at(-1);
    const [, name, rest = text] =
      container?.next === null ? (/^("(?:[^"\\]|\\.)*"): (.*)$/s.exec(text) ?? []) : [];
    const value = valueOf(rest);
    if (value === undefined || (container?.next === null && name === undefined)) {
      isLost = true;
      return null;
    }
    const path = container === undefined ? '$' : memberPath(container.path, memberOf(container, name));
    if (/^[[{]$/.test(rest)) around.push({ path, next: rest === '[' ? 0 : null });
    return { source: { of: 'body', path }, value };
  });
}

function memberOf(container: Container, name: string | undefined): { name: string | null; index: number } {
  if (container.next === null) return { name: String(JSON.parse(name ?? '""')), index: 0 };
  return { name: null, index: container.next++ };
}

/** The value that begins in a line; of an object or array in several lines, one without members. */
function valueOf(rest: string): JsonValue | undefined {
  const text = rest.replace(/,$/, '');
  if (text === '{') return {};
  if (text === '[') return [];
  try {
    const value: JsonValue = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}
