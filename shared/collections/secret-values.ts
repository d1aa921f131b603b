/** What of secret variables must not be seen anywhere. Everything that a run or a request shows is searched for it. */
import type { Variable } from './scope.ts';

type Secret = Pick<Variable, 'secret' | 'value'>;

/** The secret values among variables as they are sent, each once. A list or an object is hidden with everything in it. */
export function secretTexts(variables: readonly Secret[]): Set<string> {
  return new Set(variables.filter(({ secret }) => secret).flatMap(({ value }) => textsIn(value)));
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return value === '' ? [] : [value];
  const inside: unknown[] = typeof value === 'object' && value !== null ? Object.values(value) : [];
  return [JSON.stringify(value), ...inside.flatMap(textsIn)];
}
