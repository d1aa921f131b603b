/** The rules that this version implements: each has a sentence, and a conformance test that names it. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { OPERATIONS } from '../../shared/xs2a/operations.ts';
import { RULES } from '../../shared/xs2a/rules.ts';

const FOLDER = join(import.meta.dirname, '../conformance');
const titles = readdirSync(FOLDER)
  .map((file) => readFileSync(join(FOLDER, file), 'utf8'))
  .flatMap((text) =>
    Array.from(
      text.matchAll(/(?:describe|it)(?:\.each\([\s\S]*?\))?\(\s*['"`]([^\n]*)/g),
      (match) => match[1] ?? '',
    ),
  )
  .join('\n');
const numbered = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, at) => `${prefix}-${at + 1}`);

describe('every rule of the service and of the signature', () => {
  it.each([...numbered('SVC', 11), ...numbered('SIG', 15), 'SIG-4a', ...numbered('HDR', 10)])(
    '%s is named by a conformance test',
    (rule) => {
      expect(titles).toMatch(new RegExp(`${rule}(?![0-9a-z])`));
    },
  );
});

it('every rule of an operation has a sentence to show', () => {
  for (const operation of OPERATIONS)
    for (const rule of operation.rules) expect(RULES[rule], rule).toBeDefined();
});
